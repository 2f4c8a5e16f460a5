"""How a server for tasks of a source is configured, as managed runs give it in `_OSMOSIS_HARBOR_CONFIG`."""

from osmosis_contract.models.harbor import HarborGatewayConfig, HarborHealthcheckConfig

__all__ = ["HarborGatewayConfig", "HarborHealthcheckConfig"]
