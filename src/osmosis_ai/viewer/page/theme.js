// Loaded before the page is drawn, so that the chosen theme is there from the start.
// Choices are kept in a cookie: each start of the server has another port, and cookies are kept across ports.
(() => {
  const found = /(?:^|; )osmosis_view_theme=(dark|light)/.exec(document.cookie);
  if (found) document.documentElement.dataset.theme = found[1];
})();
