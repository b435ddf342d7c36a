// Applies the stored theme before the first paint. Without a stored choice the system's theme applies by media query.
(() => {
  // Styles hide elements that scripts will replace.
  document.documentElement.dataset.script = 'on';
  try {
    // An embedded page takes the theme from its URL.
    const isEmbed = location.pathname.startsWith('/embed/');
    const theme = isEmbed ? new URLSearchParams(location.search).get('theme') : localStorage.getItem('presage.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be blocked; the system's theme applies.
  }
})();
