// What a person chose once and finds again at the next start: the theme and the columns.
// In cookies, because each start of the server has another port, and storage is kept apart by port.

const YEAR_SEC = 365 * 24 * 3600;

/** The choice of that name; "" without one. */
export function choice(name) {
  const found = document.cookie.split("; ").find((part) => part.startsWith(`osmosis_view_${name}=`));
  return found ? decodeURIComponent(found.slice(found.indexOf("=") + 1)) : "";
}

/** Remembers a choice; "" forgets it. */
export function remember(name, value) {
  document.cookie = `osmosis_view_${name}=${encodeURIComponent(value)}; path=/; samesite=strict; max-age=${value ? YEAR_SEC : 0}`;
}

/** Puts a control of the theme into an element. */
export function themeSwitch(el) {
  const apply = (theme) => {
    remember("theme", theme);
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  };
  return el("label", { class: "theme" }, el("span", { class: "hidden" }, "Theme"),
    el("select", { name: "theme", onchange: (event) => apply(event.target.value) },
      [["", "Auto"], ["dark", "Dark"], ["light", "Light"]].map(([value, label]) => el("option", { value, selected: choice("theme") === value }, label))));
}
