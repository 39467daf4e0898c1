/** Which letter of the keyboard was pressed, whatever the keyboard is set to. */

/**
 * The small Latin letter of a key, or what the key says for itself. With Hangul on, the key of j sends ㅓ, or
 * `Process` where the system composes: then the place of the key tells.
 */
export function readKeyLetter({ key, code }: { key: string; code: string }): string {
  const isLatin = key.length === 1 && key < "\u0080"
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return isLatin || letter === undefined ? key : letter.toLowerCase()
}
