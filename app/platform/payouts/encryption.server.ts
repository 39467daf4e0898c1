/**
 * What travels to and from the provider of payouts: bodies as JWE with the merchant's security key (dir,
 * A256GCM), each with the moment and a number that is used once.
 */
import { randomUUID } from "node:crypto"
import { CompactEncrypt, compactDecrypt } from "jose"
import { now } from "../../basics/clock.ts"
import { HOUR_MS } from "../../basics/time.ts"

const toKey = (securityKey: string): Uint8Array => Buffer.from(securityKey, "hex")

const formatIssuedAt = (moment: Date): string =>
  `${new Date(moment.getTime() + 9 * HOUR_MS).toISOString().slice(0, 19)}+09:00`

/** Encrypts `body`; the key is 64 hexadecimal digits. */
export function encryptBody(body: unknown, securityKey: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(body)))
    .setProtectedHeader({
      alg: "dir",
      enc: "A256GCM",
      iat: formatIssuedAt(now()),
      nonce: randomUUID(),
    })
    .encrypt(toKey(securityKey))
}

/** Decrypts a body. Rejects for what another key or nobody encrypted. */
export async function decryptBody(
  text: string,
  securityKey: string,
): Promise<{ header: Record<string, unknown>; body: unknown }> {
  const { plaintext, protectedHeader } = await compactDecrypt(text, toKey(securityKey), {
    keyManagementAlgorithms: ["dir"],
    contentEncryptionAlgorithms: ["A256GCM"],
  })
  const body: unknown = JSON.parse(new TextDecoder().decode(plaintext))
  return { header: { ...protectedHeader }, body }
}
