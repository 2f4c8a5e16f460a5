"""TRL's GRPOTrainer, driven one step at a time.

TRL owns the loop: it calls `rollout_func` for the rows of a step, updates, and calls again. The call waits for the next
`step` command, so that whoever sends them decides when a step begins.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .adapter_gguf import Heads, write_adapter
from .errors import WorkerError
from .rows import Row, for_trl, micro_batch, read_rows

TARGETS = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]
_ROWS_AT_A_TIME = 8
_ROWS_COMPARED = 8
_NO_END = 1_000_000
_STATE = "state.pt"
_ADAPTER = "adapter"


class Closed(BaseException):
    """The run wants nothing more."""


class Training:
    """One model, its adapter and its optimizer. `folder` is what `prepared_base` made."""

    def __init__(self, folder: Path, settings: Mapping[str, Any], resume: Path | None) -> None:
        import torch
        from datasets import Dataset
        from peft import LoraConfig, PeftModel, get_peft_model
        from transformers import AutoModelForCausalLM, AutoTokenizer, TrainerCallback
        from trl import GRPOConfig, GRPOTrainer

        self._torch = torch
        self._settings = settings
        self._rows = int(settings["prompts"]) * int(settings["samples"])
        torch.set_num_threads(int(settings["threads"]))
        self._seed_all(int(settings["seed"]))
        base: Any = AutoModelForCausalLM.from_pretrained(str(folder / "torch"), dtype=torch.float32)
        self.tokenizer: Any = AutoTokenizer.from_pretrained(str(folder / "torch"))
        self.eos = int(self.tokenizer.eos_token_id)
        lora: Any = LoraConfig(
            r=int(settings["lora_rank"]),
            lora_alpha=int(settings["lora_alpha"]),
            lora_dropout=0.0,
            target_modules=TARGETS,
            task_type="CAUSAL_LM",
        )
        if resume is None:
            self.model: Any = get_peft_model(base, lora)
        else:
            self.model = PeftModel.from_pretrained(base, str(resume / _ADAPTER), is_trainable=True)
        self.alpha = float(settings["lora_alpha"])
        config = base.config
        self.heads = Heads(int(config.num_attention_heads), int(config.num_key_value_heads))
        self._wait: Callable[[], Mapping[str, Any]] = dict
        self._figures: dict[str, float] = {}
        self._started = 0.0
        training = self

        class Figures(TrainerCallback):  # type: ignore[misc]
            """Keeps what TRL logs of a step, and puts the optimizer back where it was."""

            def on_train_begin(self, args: Any, state: Any, control: Any, **given: Any) -> None:
                if resume is not None:
                    saved = torch.load(resume / _STATE, map_location="cpu", weights_only=True)
                    given["optimizer"].load_state_dict(saved["optimizer"])

            def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **_given: Any) -> None:
                numbers = {name: value for name, value in (logs or {}).items() if isinstance(value, int | float)}
                training._figures.update(numbers)

        micro = micro_batch(self._rows, _ROWS_AT_A_TIME)
        arguments = GRPOConfig(
            output_dir=str(settings["scratch"]),
            max_steps=_NO_END,
            learning_rate=float(settings["lr"]),
            lr_scheduler_type="constant",
            warmup_steps=0,
            per_device_train_batch_size=micro,
            gradient_accumulation_steps=self._rows // micro,
            num_generations=int(settings["samples"]),
            max_completion_length=int(settings["max_response_length"]),
            temperature=float(settings["temperature"]),
            beta=0.0,
            use_cpu=not torch.cuda.is_available(),
            bf16=False,
            fp16=False,
            gradient_checkpointing=False,
            report_to="none",
            save_strategy="no",
            logging_steps=1,
            logging_strategy="steps",
            disable_tqdm=True,
            seed=int(settings["seed"]),
        )
        self._trainer: Any = GRPOTrainer(
            model=self.model,
            reward_funcs=_reward,
            args=arguments,
            train_dataset=Dataset.from_list([{"prompt": f"{n}"} for n in range(int(settings["prompts"]))]),
            processing_class=self.tokenizer,
            rollout_func=self._rollouts,
            callbacks=[Figures()],
        )
        self.model = self._trainer.model

    def describe(self) -> dict[str, Any]:
        """What was loaded: for the log, and so that a person sees what is trained."""
        import peft
        import transformers
        import trl

        trained = sum(p.numel() for p in self.model.parameters() if p.requires_grad)
        return {
            "eos": self.eos,
            "trained_parameters": trained,
            "parameters": sum(p.numel() for p in self.model.parameters()),
            "versions": {
                "torch": self._torch.__version__,
                "transformers": transformers.__version__,
                "peft": peft.__version__,
                "trl": trl.__version__,
            },
        }

    def run(self, next_command: Callable[[], Mapping[str, Any]]) -> None:
        """Trains until `next_command` raises Closed; it is asked for the rows of each step."""
        self._wait = next_command
        self._trainer.train()

    def figures(self) -> dict[str, float]:
        """What TRL and the worker found out about the last step; empty before the first."""
        figures, self._figures = self._figures, {}
        figures["update_seconds"] = time.monotonic() - self._started
        return figures

    def _rollouts(self, prompts: list[Any], _trainer: Any) -> dict[str, list[Any]]:
        command = self._wait()
        rows = read_rows(command["rows"], wanted=len(prompts), eos=self.eos)
        self._started = time.monotonic()
        difference = self._difference(rows)
        self._figures = {} if difference is None else {"serving_logp_difference": difference}
        self._seed_all(int(self._settings["seed"]) * 1_000_003 + int(command["step"]))
        self.model.train()
        return for_trl(rows)

    def _difference(self, rows: Sequence[Row]) -> float | None:
        """Mean absolute difference between the server's log-probabilities and ours, over a few rows."""
        scored = [row for row in rows if row.reward is not None][:: max(1, len(rows) // _ROWS_COMPARED)]
        found: list[float] = []
        for row in scored[:_ROWS_COMPARED]:
            ours = self.logprobs(row.prompt_ids, row.sampled_ids)
            found += [
                abs(mine - theirs) for mine, theirs, mask in zip(ours, row.logprobs, row.mask, strict=True) if mask
            ]
        return sum(found) / len(found) if found else None

    def logprobs(self, prompt_ids: Sequence[int], sampled_ids: Sequence[int], *, adapter: bool = True) -> list[float]:
        """Log-probability of each sampled token at temperature 1, with the adapter or without."""
        torch = self._torch
        ids = torch.tensor([[*prompt_ids, *sampled_ids]])
        self.model.eval()
        with torch.no_grad():
            if adapter:
                logits = self.model(input_ids=ids).logits
            else:
                with self.model.disable_adapter():
                    logits = self.model(input_ids=ids).logits
        all_of = torch.log_softmax(logits[0, len(prompt_ids) - 1 : -1].float(), dim=-1)
        chosen = torch.tensor(list(sampled_ids)).unsqueeze(1)
        return [float(value) for value in all_of.gather(1, chosen).squeeze(1)]

    def randomise(self, seed: int, deviation: float) -> None:
        """Gives B random values, so that an adapter that was never trained changes what the model says."""
        torch = self._torch
        generator = torch.Generator().manual_seed(seed)
        with torch.no_grad():
            for name, parameter in self.model.named_parameters():
                if ".lora_B." in name:
                    parameter.copy_(torch.randn(parameter.shape, generator=generator) * deviation)

    def write_adapter(self, path: Path, *, permute: bool = True) -> None:
        """Writes the adapter as GGUF. Without `permute` it is wrong, which a test wants."""
        from peft import get_peft_model_state_dict

        weights = {name: value.detach().cpu().numpy() for name, value in get_peft_model_state_dict(self.model).items()}
        if not permute:
            from . import adapter_gguf

            kept, adapter_gguf._PERMUTED = adapter_gguf._PERMUTED, set()
            try:
                write_adapter(path, weights, heads=self.heads, alpha=self.alpha)
            finally:
                adapter_gguf._PERMUTED = kept
        else:
            write_adapter(path, weights, heads=self.heads, alpha=self.alpha)

    def save(self, folder: Path) -> None:
        """Everything that a later process needs to go on: peft's adapter, the optimizer."""
        torch = self._torch
        self.model.save_pretrained(str(folder / _ADAPTER))
        optimizer = self._trainer.optimizer
        if optimizer is None:
            raise WorkerError("nothing was trained yet, so there is nothing to save")
        state = {"optimizer": getattr(optimizer, "optimizer", optimizer).state_dict()}
        torch.save(state, folder / _STATE)
        for path in folder.rglob("*"):
            if path.is_file():
                with path.open("rb") as file:
                    os.fsync(file.fileno())

    def _seed_all(self, seed: int) -> None:
        import numpy as np

        random.seed(seed)
        np.random.seed(seed % 2**32)
        self._torch.manual_seed(seed)


def _reward(completions: list[Any], osmosis_reward: list[float | None], **_given: Any) -> list[float | None]:
    """The rewards that came with the rows. None stays None: TRL leaves the row out of baseline and loss."""
    return [osmosis_reward[number] for number in range(len(completions))]


def read_settings(text: str) -> dict[str, Any]:
    """Settings as the run sends them."""
    settings: dict[str, Any] = json.loads(text)
    return settings
