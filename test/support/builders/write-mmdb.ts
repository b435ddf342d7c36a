/** Writes MMDB files (MaxMind DB format 2.0) with IPv4 networks, small enough for tests. */

interface Network {
  /** Such as 203.0.113.0/24. */
  readonly cidr: string;
  readonly record: object;
}

function encode(value: unknown): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    if (text.length >= 29 + 256) throw new Error('texts are at most 284 bytes here');
    const size = text.length < 29 ? [0x40 | text.length] : [0x40 | 29, text.length - 29];
    return Buffer.concat([Buffer.from(size), text]);
  }
  // Unsigned integers of 32 bits; a leading zero byte is allowed.
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(5);
    bytes[0] = 0xc0 | 4;
    bytes.writeUInt32BE(value, 1);
    return bytes;
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([value.length, 11 - 7]), ...value.map(encode)]);
  const entries = Object.entries(value as object);
  return Buffer.concat([Buffer.from([0xe0 | entries.length]), ...entries.flat().map(encode)]);
}

type Node = [Node | number | null, Node | number | null];

function bitsOf(cidr: string): number[] {
  const [address, length] = cidr.split('/');
  const bits = address.split('.').flatMap(part => [...Number(part).toString(2).padStart(8, '0')].map(Number));
  return bits.slice(0, Number(length));
}

/** Returns the bytes of a database with these networks; other addresses have no record. */
export function writeMmdb(networks: readonly Network[]): Buffer {
  const root: Node = [null, null];
  const data: Buffer[] = [];
  let dataSize = 0;
  for (const { cidr, record } of networks) {
    const bits = bitsOf(cidr);
    let node = root;
    for (const bit of bits.slice(0, -1)) {
      node[bit] ??= [null, null];
      node = node[bit] as Node;
    }
    node[bits[bits.length - 1]] = dataSize;
    data.push(encode(record));
    dataSize += data[data.length - 1].length;
  }
  const nodes: Node[] = [];
  const collect = (node: Node) => {
    nodes.push(node);
    for (const child of node) if (Array.isArray(child)) collect(child);
  };
  collect(root);
  const place = new Map(nodes.map((node, index) => [node, index]));
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [index, node] of nodes.entries()) {
    for (const [side, child] of node.entries()) {
      const value =
        child === null
          ? nodes.length
          : typeof child === 'number'
            ? nodes.length + 16 + child
            : (place.get(child) as number);
      tree.writeUIntBE(value, index * 6 + side * 3, 3);
    }
  }
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: 'Test-Country',
    description: { en: 'Made for a test' },
    ip_version: 4,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 24,
  });
  return Buffer.concat([tree, Buffer.alloc(16), ...data, Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'), metadata]);
}
