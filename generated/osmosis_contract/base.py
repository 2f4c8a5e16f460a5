"""Models, and how they are written and read. Generated; defined in osmosis_contract_runtime.models."""

from osmosis_contract_runtime.models import ContractEnum as ContractEnum
from osmosis_contract_runtime.models import ContractModel as ContractModel
from osmosis_contract_runtime.models import adapter as adapter
from osmosis_contract_runtime.models import find_non_finite as find_non_finite
from osmosis_contract_runtime.models import parse_json as parse_json
