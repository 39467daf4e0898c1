/** Owns how a term is read, what is kept of a thing to be found by it, and how near the two are. */
import { convertHangulToQwerty, convertQwertyToHangul } from "es-hangul"
import { toChoseongKey, normaliseText, toSearchKey } from "../../basics/korean.ts"
import { getSidoCode, WHOLE_COUNTRY } from "../../basics/regions.ts"

// ── Tabs and orders

export const SEARCH_TABS = ["services", "jobs", "market", "shop"] as const
export type SearchTab = (typeof SEARCH_TABS)[number]
export const TAB_LABELS: Readonly<Record<SearchTab, string>> = {
  services: "서비스·전문가",
  jobs: "구인구직",
  market: "중고거래",
  shop: "쇼핑",
}

export const SEARCH_SORTS = ["recommended", "newest", "cheap", "dear"] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]
export const SORT_LABELS: Readonly<Record<SearchSort, string>> = {
  recommended: "추천순",
  newest: "최신순",
  cheap: "낮은가격순",
  dear: "높은가격순",
}

/**
 * The largest number that is said of a tab; more is "99+": whoever counts visits as many things, in every
 * tab.
 */
export const MAX_COUNTED = 99
export const formatCount = (count: number): string =>
  count > MAX_COUNTED ? `${MAX_COUNTED}+` : String(count)

// ── Units: syllables, Latin letters, digits

/** Longest term that is read; the rest is left out. */
const MAX_TERM_LENGTH = 100
const MAX_WORDS = 8
const MAX_JOINED_LENGTH = 60

const SYLLABLE_PATTERN = /[가-힣]/
const JAMO_PATTERN = /[ㄱ-ㅣ]/
const CONSONANTS_PATTERN = /^[ㄱ-ㅎ]+$/

/**
 * The term as it is looked for and shown: clean, one space between words, at most {@link MAX_TERM_LENGTH}
 * letters.
 */
export const cleanTerm = (text: string): string =>
  [...normaliseText(text).replace(/\s+/g, " ")].slice(0, MAX_TERM_LENGTH).join("").trim()

/** Words of letters and digits; marks part them. */
const splitWords = (text: string): string[] => toHalfWidth(normaliseText(text)).match(/[\p{L}\p{N}]+/gu) ?? []

// Full-width letters of one place each. NFKC would do more harm than good: it takes ㄱ for something else.
const toHalfWidth = (text: string): string =>
  text.replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

const letterCache = new Map<string, string>()
function toKeyboardLetters(unit: string): string {
  let letters = letterCache.get(unit)
  if (letters === undefined) {
    letters = convertHangulToQwerty(unit).toLowerCase()
    if (letterCache.size < 20_000) letterCache.set(unit, letters)
  }
  return letters
}
const initialCache = new Map<string, string>()
function toInitial(unit: string): string {
  let initial = initialCache.get(unit)
  if (initial === undefined) {
    initial = toChoseongKey(unit)
    if (initialCache.size < 20_000) initialCache.set(unit, initial)
  }
  return initial
}

// ── What is kept of a thing

/**
 * What a text is found by. Letters are those of a two-set keyboard, so that they are the same in every
 * locale.
 */
type TextKeys = {
  /** Every word, each after a space. */
  words: string
  /**
   * From every word to the end of the text without spaces, each after a space: people write 욕실수리 for 욕실 수리.
   */
  joined: string
  /** As `joined`, of initial consonants. */
  initials: string
  /** Without the mark of a tab. */
  tokens: Set<string>
}

/**
 * Letters of the shortest and the longest beginning of initial consonants that is kept: two words of three
 * syllables.
 */
const INITIALS_LENGTH = { min: 2, max: 6 }

function buildTextKeys(text: string): TextKeys {
  const tokens = new Set<string>()
  const words = splitWords(text).map((word) => [...word].map(toKeyboardLetters))
  const units = words.flat()
  const initials = splitWords(text).map((word) => [...word].map(toInitial).join(""))
  for (let index = 0; index + 1 < units.length; index += 1) tokens.add(`${units[index]}${units[index + 1]}`)
  const letters = words.map((word) => word.join(""))
  const starts = letters.map((_, index) => letters.slice(index).join("").slice(0, MAX_JOINED_LENGTH))
  const initialStarts = initials.map((_, index) =>
    initials
      .slice(index)
      .join("")
      .slice(0, MAX_JOINED_LENGTH / 2),
  )
  for (const word of words) if (word[0]) tokens.add(`^${word[0]}`)
  for (const start of initialStarts)
    for (let length = INITIALS_LENGTH.min; length <= Math.min(INITIALS_LENGTH.max, start.length); length += 1)
      tokens.add(`#${start.slice(0, length)}`)
  const each = (parts: readonly string[]) =>
    parts
      .filter((part) => part !== "")
      .map((part) => ` ${part}`)
      .join("")
  return { words: each(letters), joined: each(starts), initials: each(initialStarts), tokens }
}

/** What the index keeps of a thing to find it by. */
export type EntryKeys = {
  titleWords: string
  titleJoined: string
  /** As the two above, of the title and of all other texts. */
  allWords: string
  allJoined: string
  initials: string
  /**
   * Pairs of neighbouring units, beginnings of words, beginnings of initial consonants; each with the mark of
   * the tab.
   */
  tokens: string[]
}

const TAB_PREFIXES: Readonly<Record<SearchTab, string>> = { services: "s", jobs: "j", market: "m", shop: "p" }

/** The keys of a thing with this title, and with more words that are not shown in it. */
export function buildEntryKeys(tab: SearchTab, title: string, more: readonly string[]): EntryKeys {
  const [titleKeys, others] = [buildTextKeys(title), more.map(buildTextKeys)]
  const mark = TAB_PREFIXES[tab]
  return {
    titleWords: titleKeys.words,
    titleJoined: titleKeys.joined,
    allWords: [titleKeys, ...others].map((text) => text.words).join(""),
    allJoined: [titleKeys, ...others].map((text) => text.joined).join(""),
    initials: [titleKeys, ...others].map((text) => text.initials).join(""),
    tokens: [...new Set([titleKeys, ...others].flatMap((text) => [...text.tokens]))].map(
      (token) => mark + token,
    ),
  }
}

/**
 * Where a thing is to be had, for {@link buildRegionMarks}: its places, the 시·도 around them, `all` for everywhere.
 */
export function buildPlaceMarks(regionCodes: readonly string[]): string[] {
  if (regionCodes.length === 0 || regionCodes.includes(WHOLE_COUNTRY)) return [WHOLE_COUNTRY]
  return [...new Set(regionCodes.flatMap((code) => [code, `~${getSidoCode(code) ?? code}`]))]
}

/**
 * The marks of which a thing must have one to be found in `region`: a 시·도 holds its 시·군·구, and a 시·군·구 lies
 * in its 시·도.
 */
export function buildRegionMarks(region: string): string[] {
  const sido = getSidoCode(region)
  return sido === region
    ? [`~${region}`, WHOLE_COUNTRY]
    : [region, ...(sido === null ? [] : [sido]), WHOLE_COUNTRY]
}

// ── How a term is read

/**
 * One way to read a word: the tokens and the key that a thing must have. A single syllable counts only where
 * a word begins with it.
 */
export type Reading = { by: "letters" | "start" | "initials"; key: string; tokens: readonly string[] }
/** A word as typed and the ways to read it, one of which must be found. None: it finds nothing. */
export type TermWord = { typed: string; readings: readonly Reading[] }

/** Tokens without a tab's mark for letters made of `units`; a single unit must begin a word. */
function buildTokens(units: readonly string[]): string[] {
  if (units.length === 1) return [`^${units[0]}`]
  return [...new Set(units.slice(1).map((unit, index) => `${units[index]}${unit}`))]
}

function readAsLetters(word: string): Reading | null {
  const all = [...word]
  // A last syllable still being typed (도ㅂ) is a part of a word, not a unit.
  const whole = all.filter((unit) => !JAMO_PATTERN.test(unit))
  const key = all.map(toKeyboardLetters).join("")
  if (key === "" || whole.length === 0) return null
  return {
    by: whole.length === 1 ? "start" : "letters",
    key,
    tokens: buildTokens(whole.map(toKeyboardLetters)),
  }
}

function readAsInitials(word: string): Reading | null {
  const key = toChoseongKey(word)
  return key.length < INITIALS_LENGTH.min
    ? null
    : { by: "initials", key, tokens: [`#${key.slice(0, INITIALS_LENGTH.max)}`] }
}

/**
 * What the same keys write in the other language: qurwl → 벽지, qweq → ㅂㅈㄷㅂ, ㅑㅔㅙㅜㄷ → iphone; null where that is
 * no word.
 */
export function convertKeyboard(typed: string): string | null {
  if (/^[a-z]+$/i.test(typed)) {
    const hangul = convertQwertyToHangul(typed)
    const clean = [...hangul].every(
      (unit, index, all) =>
        SYLLABLE_PATTERN.test(unit) ||
        (index > 0 && index === all.length - 1 && CONSONANTS_PATTERN.test(unit)),
    )
    return clean || CONSONANTS_PATTERN.test(hangul) ? hangul : null
  }
  const latin = JAMO_PATTERN.test(typed) ? convertHangulToQwerty(typed) : ""
  return /^[a-z0-9]+$/i.test(latin) ? latin : null
}

/**
 * All that a word may mean: as it stands, typed with the wrong keyboard either way, or initial consonants.
 */
export function parseWord(typed: string): TermWord {
  const readings: (Reading | null)[] = []
  if (CONSONANTS_PATTERN.test(typed)) readings.push(readAsInitials(typed))
  else readings.push(readAsLetters(typed))
  const converted = convertKeyboard(typed)
  if (converted !== null)
    readings.push(CONSONANTS_PATTERN.test(converted) ? readAsInitials(converted) : readAsLetters(converted))
  const found = readings.filter((reading) => reading !== null)
  return {
    typed,
    readings: found.filter(
      (reading, index) =>
        found.findIndex(
          (other) => other.by === reading.by && other.tokens.join() === reading.tokens.join(),
        ) === index,
    ),
  }
}

/** The words of a term, each of which must be found. */
export const parseTerm = (term: string): TermWord[] =>
  splitWords(cleanTerm(term)).slice(0, MAX_WORDS).map(parseWord)

/** The term as one word, for spaces set where none belong; null where it is one already. */
export function parseJoinedTerm(term: string): TermWord | null {
  const words = splitWords(cleanTerm(term)).slice(0, MAX_WORDS)
  return words.length > 1 ? parseWord(words.join("")) : null
}

/** Shortest part of a word that is split, and the longest word: more would be guessing. */
const SPLIT_LENGTH = { min: 2, max: 10 } as const

/**
 * The ways to read a term of one word as two, for a space left out and for the initial consonants of words
 * that stand apart: ㅂㅈㄷㅂ as ㅂㅈ and ㄷㅂ.
 */
export function parseSplitTerm(term: string): TermWord[][] {
  const words = splitWords(cleanTerm(term))
  const [typed] = words
  if (words.length !== 1 || typed === undefined) return []
  const units = [...(CONSONANTS_PATTERN.test(typed) ? typed : (convertKeyboard(typed) ?? typed))]
  if (
    units.length < 2 * SPLIT_LENGTH.min ||
    units.length > SPLIT_LENGTH.max ||
    !units.every((unit) => SYLLABLE_PATTERN.test(unit) || CONSONANTS_PATTERN.test(unit))
  )
    return []
  return units
    .slice(SPLIT_LENGTH.min, 1 - SPLIT_LENGTH.min)
    .map((_, index) => [
      parseWord(units.slice(0, index + SPLIT_LENGTH.min).join("")),
      parseWord(units.slice(index + SPLIT_LENGTH.min).join("")),
    ])
}

/** What a term begins with, as letters and as initial consonants; "" where it cannot be read so. */
export type PrefixKeys = { letters: string; initials: string }

export function buildPrefixKeys(term: string): PrefixKeys {
  const words = parseTerm(term)
  const by = (isInitials: boolean) =>
    words.map((word) => word.readings.find((reading) => (reading.by === "initials") === isInitials)?.key)
  const joined = (keys: (string | undefined)[]) =>
    keys.includes(undefined) ? "" : truncateKey(keys.join(""))
  return { letters: joined(by(false)), initials: joined(by(true)) }
}

/** The initial consonants of Korean words, as keyboard letters, to be found by; "" where there are none. */
export const toInitials = (text: string): string =>
  SYLLABLE_PATTERN.test(text) ? toChoseongKey(text).slice(0, MAX_JOINED_LENGTH / 2) : ""

/** The tokens of a reading in a tab. */
export const listTabTokens = (tab: SearchTab, reading: Reading): string[] =>
  reading.tokens.map((token) => TAB_PREFIXES[tab] + token)
export const truncateKey = (key: string): string => key.slice(0, MAX_JOINED_LENGTH)

// ── Typing errors

/** Fewest letters of a word in which an error is forgiven. */
const MIN_FUZZY_LETTERS = 3
const MAX_FUZZY_LETTERS = 24

/** The words of a text that can be meant with an error, by their letters. */
export function mapWordsByLetters(texts: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const word of texts.flatMap(splitWords)) {
    const key = toKeyboardLetters(word)
    if (key.length >= MIN_FUZZY_LETTERS && key.length <= MAX_FUZZY_LETTERS && !found.has(key))
      found.set(key, word)
  }
  return found
}

/**
 * `key` and what is left of it without any one letter: two keys one error apart have one of these in common.
 */
export function buildFuzzyKeys(key: string): string[] {
  const fuzzyKeys = new Set([key])
  for (let index = 0; index < key.length; index += 1)
    fuzzyKeys.add(key.slice(0, index) + key.slice(index + 1))
  return [...fuzzyKeys]
}

/** Whether `a` becomes `b` by at most one letter more, less, other, or by two neighbours changing places. */
export function isOneErrorApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  const [restA, restB] = [a.slice(start), b.slice(start)]
  if (restA.length === restB.length) {
    return (
      restA.slice(1) === restB.slice(1) ||
      (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
    )
  }
  return restA.length > restB.length ? restA.slice(1) === restB : restA === restB.slice(1)
}

/** The letters of a word, to look for words like it; null where it is too short or too long to guess. */
export function toFuzzyKey(word: string): string | null {
  const key = toSearchKey(word).replaceAll(" ", "")
  return key.length >= MIN_FUZZY_LETTERS && key.length <= MAX_FUZZY_LETTERS ? key : null
}

// ── Whether and how near

type MatchKeys = Pick<EntryKeys, "allWords" | "allJoined" | "initials">

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
