import { describe, expect, it } from 'vitest';
import { Semaphore } from './semaphore.js';

/** Tasks that end when the test releases them. */
function controlledTasks() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) => async () => {
    started.push(name);
    await new Promise<void>(end => ends.set(name, end));
    return name;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await nextTick();
  };
  return { started, task, end };
}

const nextTick = () => new Promise(done => setImmediate(done));

describe('a semaphore', () => {
  it('starts tasks at once while there are free slots, the others in order of arrival', async () => {
    const semaphore = new Semaphore(2);
    const { started, task, end } = controlledTasks();
    const results = ['a', 'b', 'c', 'd'].map(name => semaphore.run(task(name)));
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect(started).toEqual(['a', 'b', 'c']);
    await end('a');
    await end('c');
    await end('d');
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
    void semaphore.run(task('e'));
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('passes a slot to the waiting task before any later caller', async () => {
    const semaphore = new Semaphore(1);
    const { started, task, end } = controlledTasks();
    const first = semaphore.run(task('a'));
    const overtaking = first.then(() => semaphore.run(task('late')));
    void semaphore.run(task('b'));
    await end('a');
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect(started).toEqual(['a', 'b', 'late']);
    await end('late');
    await overtaking;
  });

  it('releases the slot of a task that fails', async () => {
    const semaphore = new Semaphore(1);
    const failing = semaphore.run(() => Promise.reject(new Error('failed')));
    const next = semaphore.run(async () => 'next');
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('next');
    const throwing = semaphore.run(() => {
      throw new Error('thrown');
    });
    await expect(throwing).rejects.toThrow('thrown');
    expect(await semaphore.run(async () => 'last')).toBe('last');
  });

  it('rejects a task when too many are waiting', async () => {
    const semaphore = new Semaphore(1, { max: 1, refusal: () => new Error('busy') });
    const { started, task, end } = controlledTasks();
    const running = semaphore.run(task('a'));
    const waiting = semaphore.run(task('b'));
    await expect(semaphore.run(task('c'))).rejects.toThrow('busy');
    await end('a');
    const later = semaphore.run(task('d'));
    await end('b');
    await end('d');
    expect(await Promise.all([running, waiting, later])).toEqual(['a', 'b', 'd']);
    expect(started).toEqual(['a', 'b', 'd']);
  });
});
