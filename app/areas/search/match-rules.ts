/** Says whether a title matches a term, how near, and which of its parts to mark. */
import {
  type Reading,
  truncateKey,
  type TermWord,
  buildEntryKeys,
  parseTerm,
  type MatchKeys,
  toHalfWidth,
  toInitial,
  toKeyboardLetters,
} from "./rules.ts"

// Full-width letters of one place each. NFKC would do more harm than good: it takes ㄱ for something else.
// ── Whether and how near
const matchesReading = (keys: MatchKeys, reading: Reading): boolean => {
  const key = truncateKey(reading.key)
  if (reading.by === "initials") return keys.initials.includes(` ${key}`)
  if (reading.by === "start") return keys.allWords.includes(` ${key}`)
  return keys.allWords.includes(key) || keys.allJoined.includes(` ${key}`)
}

/** Whether a thing with `keys` has every word of a term, as the database asks it. */
export const matchesWords = (keys: MatchKeys, words: readonly TermWord[]): boolean =>
  words.length > 0 && words.every((word) => word.readings.some((reading) => matchesReading(keys, reading)))

/** How near a title comes to a term: 3 the same, 2 it begins so, 1 it has all words, 0 it has not. */
export function scoreTitle(title: string, term: string): number {
  const keys = buildEntryKeys("services", title, [])
  const termKey = parseTerm(term)
    .map((word) => word.readings[0]?.key ?? "")
    .join("")
  const whole = keys.titleJoined.split(" ")[1] ?? ""
  return termKey === ""
    ? 0
    : whole === termKey
      ? 3
      : whole.startsWith(termKey)
        ? 2
        : matchesWords(keys, parseTerm(term))
          ? 1
          : 0
}

/** What is found of `text` by the words of a term, as places in it, in order and apart from each other. */
export function findMarks(text: string, words: readonly TermWord[]): { start: number; end: number }[] {
  const units = [...text.normalize("NFC")]
  const offsets: number[] = []
  let offset = 0
  for (const unit of units) {
    offsets.push(offset)
    offset += unit.length
  }
  offsets.push(offset)
  const isUnit = units.map((unit) => /[\p{L}\p{N}]/u.test(unit))
  const mapUnits = (sound: (unit: string) => string) =>
    units.map((unit, index) => (isUnit[index] ? sound(toHalfWidth(unit)) : ""))
  const letters = mapUnits(toKeyboardLetters)
  const whole = letters.join("")
  let initials: string[] | undefined
  const found: { start: number; end: number }[] = []
  for (const reading of words.flatMap((word) => word.readings)) {
    // Most texts have nothing of most readings.
    if (reading.by !== "initials" && !whole.includes(reading.key)) continue
    const sounds = reading.by === "initials" ? (initials ??= mapUnits(toInitial)) : letters
    for (let from = 0; from < units.length; from += 1) {
      if (!isUnit[from] || (reading.by !== "letters" && isUnit[from - 1])) continue
      let [rest, to] = [reading.key, from]
      // Spaces and marks between the words of the text are passed over, as they were when its keys were made.
      while (rest !== "" && to < units.length) {
        const sound = sounds[to] ?? ""
        if (!rest.startsWith(sound) && !sound.startsWith(rest)) break
        rest = rest.slice(sound.length)
        to += 1
      }
      if (rest !== "") continue
      found.push({ start: offsets[from] ?? 0, end: offsets[to] ?? offset })
      from = to - 1
    }
  }
  const sorted = found.sort((a, b) => a.start - b.start || b.end - a.end)
  return sorted.filter((mark, index) => sorted.slice(0, index).every((before) => before.end <= mark.start))
}

const isLetter = (unit: string | undefined) => unit !== undefined && /[\p{L}\p{N}]/u.test(unit)

/** Particles and endings, where they are all that follows what was typed. */
const PARTICLE_PATTERN = /^(?:[을를이가은는도만로와과의에]|해|함|할|한|하는|하실|하기)$/

/** The same where they end any word: no noun ends so. */
const ENDING_PATTERN =
  /(?<=..)(?:까지|부터|에서|으로|처럼|보다|이랑|해요|해줘요|해주세요|해드려요|합니다|입니다|이에요|예요|드려요|주세요|구해요|팔아요)$/

/**
 * The words of `title` by which it has `words`, whole and in the order they were typed: what somebody who
 * typed their beginnings goes on to write. Null where it has not all of them.
 */
export function findPhrase(title: string, words: readonly TermWord[]): string | null {
  const text = title.normalize("NFC")
  const found: string[] = []
  for (const word of words) {
    const mark = findMarks(text, [word])[0]
    if (mark === undefined) return null
    let { start, end } = mark
    while (isLetter(text[start - 1])) start -= 1
    while (isLetter(text[end])) end += 1
    // "청소까지 해 드려요" is written to be read: whoever types "청소" looks for "청소".
    const [typed, fullText] = [text.slice(start, mark.end), text.slice(start, end)]
    const stem =
      typed.length > 1 && PARTICLE_PATTERN.test(text.slice(mark.end, end))
        ? typed
        : fullText.replace(ENDING_PATTERN, "")
    const whole = (stem.length < typed.length ? fullText : stem).replace(/[^\p{L}\p{N}]+/gu, " ")
    if (!found.includes(whole)) found.push(whole)
  }
  return found.join(" ")
}
