import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** CBOR encoding of authenticator data: integers, bytes, texts and maps. */
type Cbor = number | string | Uint8Array | Map<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}

function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value, 'utf8')]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, each]) => [encode(key), encode(each)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

const flags = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 } as const;

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id?: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

interface Behaviour {
  /** The origin that the browser reports. */
  readonly origin?: string;
  /** Whether the authenticator has verified a fingerprint or PIN. */
  readonly isVerified?: boolean;
  /** Signs with a key other than the registered one. */
  readonly hasWrongKey?: boolean;
}

/** An authenticator with one ES256 passkey, and its browser: it responds to options like navigator.credentials. */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(32);
  counter = 0;
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private userHandle = '';

  constructor(private readonly origin: string) {}

  private authenticatorData(rpId: string, bits: number, attested: Uint8Array = Buffer.alloc(0)): Buffer {
    this.counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([bits]), count, attested]);
  }

  private clientData(type: string, challenge: string, origin = this.origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }), 'utf8');
  }

  private coseKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const point = [x, y].map(part => Buffer.from(part, 'base64url'));
    return encode(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point[0]],
        [-3, point[1]],
      ]),
    );
  }

  /** Creates the credential for creation options. */
  create(options: Options, { origin, isVerified = true }: Behaviour = {}) {
    this.userHandle = options.user?.id ?? '';
    const clientData = this.clientData('webauthn.create', options.challenge, origin);
    const length = Buffer.from([0, this.credentialId.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.credentialId, this.coseKey()]);
    const verified = isVerified ? flags.verified : 0;
    const bits = flags.present | verified | flags.attested | flags.backupEligible | flags.backedUp;
    const authData = this.authenticatorData(options.rp?.id ?? '', bits, attested);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.credential({
      clientDataJSON: base64url(clientData),
      attestationObject: base64url(encode(attestation)),
      transports: ['internal', 'hybrid'],
    });
  }

  /** Signs the challenge of request options. */
  get(options: Options, { origin, isVerified = true, hasWrongKey = false }: Behaviour = {}) {
    const clientData = this.clientData('webauthn.get', options.challenge, origin);
    const bits = flags.present | (isVerified ? flags.verified : 0) | flags.backupEligible | flags.backedUp;
    const authData = this.authenticatorData(options.rpId ?? '', bits);
    const other: () => KeyObject = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const key = hasWrongKey ? other() : this.keys.privateKey;
    return this.credential({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', Buffer.concat([authData, sha256(clientData)]), key)),
      userHandle: this.userHandle,
    });
  }

  private credential<T extends object>(response: T) {
    const id = base64url(this.credentialId);
    return {
      id,
      rawId: id,
      type: 'public-key',
      response,
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
    };
  }
}
