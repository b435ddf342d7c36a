// Applies the stored theme before the first paint. Without a stored choice the system's theme applies by media query.
(() => {
  // Styles hide what scripts will replace.
  document.documentElement.dataset.script = 'on';
  try {
    // A frame on another site has the theme of its address.
    const isEmbed = location.pathname.startsWith('/embed/');
    const theme = isEmbed ? new URLSearchParams(location.search).get('theme') : localStorage.getItem('presage.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be blocked; the system's theme applies.
  }
})();
