const [major, minor] = process.versions.node.split('.').map(Number);

/** Whether this version of Node can serve a request as if it had no upgrade header. */
export const ignoresUpgrades = major > 24 || (major === 24 && minor >= 9);
