"""A page as a test sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

PATIENCE_SEC = 30
OWN_WORDS = """
const all = [...document.querySelectorAll("body :not(pre, pre *, noscript)")];
const own = all.flatMap((element) => [...element.childNodes]);
return own.filter((node) => node.nodeType === 3).flatMap((node) => node.data.split(/[^\\w\\[]+/));
"""


class Page:
    """One opened page. What is asked for is waited for."""

    def __init__(self, driver: webdriver.Chrome, base: str) -> None:
        self.driver = driver
        self.base = base

    def emulate(self, *, width: int, dark: bool = False) -> None:
        """A screen of that width, and what its person prefers."""
        screen = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme, still]})

    def go(self, address: str) -> None:
        """To a view, by its address after the #."""
        self.driver.get(f"{self.base}/{address}")

    def run(self, script: str, *arguments: object) -> Any:
        """What a script gives back."""
        return self.driver.execute_script(script, *arguments)

    def until[T](self, what: Callable[[], T], told: str = "") -> T:
        """The first true value of a question."""
        waiting = WebDriverWait(self.driver, PATIENCE_SEC, 0.05, [StaleElementReferenceException, IndexError])
        return waiting.until(lambda _: what(), told)

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        return self.until(lambda: self.all(selector)[0], selector)

    def texts(self, selector: str) -> list[str]:
        """The text of every such element, read in one go."""
        return self.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", selector)

    def rows(self) -> list[int]:
        """The rows of the table, by their numbers."""
        return [int(text) for text in self.texts(".results tbody th")]

    def until_rows(self, wanted: list[int]) -> None:
        self.until(lambda: self.rows() == wanted, f"rows {wanted}, not {self.rows()}")

    def shows(self, text: str) -> None:
        """Waits until the page shows a text."""
        self.until(lambda: text in self.run("return document.body.innerText"), text)

    def press(self, keys: str) -> None:
        ActionChains(self.driver).send_keys(keys).perform()

    def faults(self) -> list[str]:
        """What no page of ours does: errors, refused policies, boxes and windows opened, a value that is none shown."""
        told = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        words = self.run(OWN_WORDS)
        odd = sorted({"null", "undefined", "NaN", "[object"} & set(words))
        return told + (self.run("return window.observed") or []) + odd
