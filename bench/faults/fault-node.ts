import { Agent } from 'node:http';
import { type ClusterNode, startNode } from '../../tools/cluster/node.js';
import type { DatabaseServer } from './database-server.js';
import { Link } from './link.js';

export const operator = { authorization: 'Bearer operator-token-of-the-faults' };

const maxLogLines = 400;

/** A node in a separate process, with its own link to the database. */
export class FaultNode {
  port = 0;
  /** Requests to this node need not settle, because it is the target of the fault. */
  isFaulted = false;
  readonly log: string[] = [];
  private process: ClusterNode | null = null;
  private connections = new Agent({ keepAlive: true });

  private constructor(
    readonly name: string,
    private readonly server: DatabaseServer,
    readonly link: Link,
  ) {}

  static async start(name: string, server: DatabaseServer): Promise<FaultNode> {
    const node = new FaultNode(name, server, await Link.open(server.port));
    await node.launch();
    return node;
  }

  get pid(): number {
    return this.process?.child.pid as number;
  }

  get agent(): Agent {
    return this.connections;
  }

  /** Starts the process, also after a kill. */
  async launch(): Promise<void> {
    const environment = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: this.server.urlThrough(this.link.port),
      PRESAGE_OPERATOR_TOKEN: operator.authorization.slice('Bearer '.length),
      PRESAGE_ADDRESS_READS_PER_MINUTE: '0',
      PRESAGE_DEMO: '0',
      PRESAGE_PRACTICE: 'off',
      PRESAGE_LOG_LEVEL: 'warn',
    };
    const started = startNode(this.name, environment, line => {
      this.log.push(line);
      if (this.log.length > maxLogLines) this.log.shift();
    });
    this.process = started;
    this.port = await started.port;
    this.connections.destroy();
    this.connections = new Agent({ keepAlive: true });
    this.isFaulted = false;
  }

  /** The exit status of a process that ended unexpectedly; null while it runs. */
  get death(): string | null {
    const child = this.process?.child;
    if (!child || (child.exitCode === null && child.signalCode === null)) return null;
    return `ended with ${child.exitCode ?? child.signalCode}: ${this.log.slice(-3).join(' | ').slice(0, 600)}`;
  }

  pause(): void {
    this.isFaulted = true;
    process.kill(this.pid, 'SIGSTOP');
  }

  resume(): void {
    process.kill(this.pid, 'SIGCONT');
    this.isFaulted = false;
  }

  async kill(): Promise<void> {
    this.isFaulted = true;
    await this.process?.stop('SIGKILL');
  }

  /** Stops the node and kills it if it does not stop in time; returns whether a kill was needed. */
  async stop(): Promise<boolean> {
    const timer = setTimeout(() => this.process?.child.kill('SIGKILL'), 12_000);
    await this.process?.stop('SIGTERM');
    clearTimeout(timer);
    this.connections.destroy();
    await this.link.close();
    return this.process?.child.signalCode === 'SIGKILL';
  }
}
