/** A device that holds one passkey, for tests: it answers as a browser would, in the same JSON. */
import { createHash, generateKeyPairSync, randomBytes, sign as signBytes } from "node:crypto"
import { isoCBOR } from "@simplewebauthn/server/helpers"

type Asked = { challenge: string; origin: string }
type Flags = {
  /** Whether the device has looked who is there. */
  verifiesUser?: boolean
}

const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest()
const toBase64Url = (data: Uint8Array) => Buffer.from(data).toString("base64url")

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** Makes a device. `make` answers for a new passkey, `prove` signs in with it. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const id = randomBytes(32)
  let signatures = 0
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  // COSE names of an ES256 key: kty EC2, alg ES256, crv P-256, x, y.
  const coseKey = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ])

  const buildClientData = (type: "webauthn.create" | "webauthn.get", { challenge, origin }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  function buildAuthenticatorData({ origin }: Asked, flags: number, rest: Uint8Array) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(signatures)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), counter, rest])
  }
  const flagsOf = ({ verifiesUser = true }: Flags) => USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0)
  const buildAnswer = (response: Record<string, unknown>) =>
    JSON.stringify({
      id: toBase64Url(id),
      rawId: toBase64Url(id),
      type: "public-key",
      clientExtensionResults: {},
      authenticatorAttachment: "platform",
      response,
    })

  return {
    make(asked: Asked, flags: Flags = {}): string {
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), idLength, id, isoCBOR.encode(coseKey)])
      const authData = buildAuthenticatorData(asked, flagsOf(flags) | HAS_CREDENTIAL, credential)
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authData)],
      ])
      return buildAnswer({
        clientDataJSON: toBase64Url(buildClientData("webauthn.create", asked)),
        attestationObject: toBase64Url(isoCBOR.encode(attestation as never)),
        transports: ["internal", "hybrid"],
      })
    },
    prove(asked: Asked, flags: Flags & { countsBack?: boolean } = {}): string {
      signatures = flags.countsBack ? 0 : signatures + 1
      const clientData = buildClientData("webauthn.get", asked)
      const authenticatorData = buildAuthenticatorData(asked, flagsOf(flags), Buffer.alloc(0))
      return buildAnswer({
        clientDataJSON: toBase64Url(clientData),
        authenticatorData: toBase64Url(authenticatorData),
        signature: toBase64Url(
          signBytes("sha256", Buffer.concat([authenticatorData, sha256(clientData)]), privateKey),
        ),
      })
    },
  }
}

/** The challenge in the value of a Cookie header, as the product hands it to the browser. */
export function readChallenge(cookie: string): string {
  const content = /baroildang\.passkey=([^.;]+)/.exec(cookie)?.[1] ?? ""
  return (JSON.parse(Buffer.from(content, "base64url").toString()) as { challenge: string }).challenge
}
