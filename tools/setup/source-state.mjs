import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function digest(files, stateOf) {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0]);
  for (const file of files) hash.update(file).update('\0').update(stateOf(file)).update('\0');
  return hash.digest('hex');
}

function timesOf(file) {
  const { size, mtimeMs, ctimeMs } = statSync(file);
  return `${size} ${mtimeMs} ${ctimeMs}`;
}

function recordedIn(folder) {
  try {
    return readFileSync(join(folder, '.fingerprint'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/**
 * The state of the sources of a build. Their sizes and times are compared first; their contents, which take ten times as
 * long to read, only if those have changed.
 */
export function sourceState(files) {
  const times = digest(files, timesOf);
  let contents;
  const readContents = () => {
    contents ??= digest(files, file => readFileSync(file));
    return contents;
  };
  const recordIn = folder => writeFileSync(join(folder, '.fingerprint'), `${times}\n${readContents()}`);
  return {
    recordIn,
    isBuiltIn(folder) {
      const [builtTimes, builtContents] = recordedIn(folder);
      if (builtTimes === times) return true;
      if (builtContents !== readContents()) return false;
      recordIn(folder);
      return true;
    },
  };
}
