// Applies the stored theme before the first paint. Without a stored choice the system's theme applies by media query.
(() => {
  // Styles hide what scripts will replace.
  document.documentElement.dataset.script = 'on';
  try {
    const theme = localStorage.getItem('presage.theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be blocked; the system's theme applies.
  }
})();
