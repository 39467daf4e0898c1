/** How a term is read, what is kept of a thing to be found by it, and how near the two are. */
import { convertHangulToQwerty, convertQwertyToHangul } from "es-hangul"
import { toChoseongKey, normaliseText } from "../../basics/korean.ts"
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

/** What a word of the vocabulary is; one that is ignored takes a shipped word away, or answers a search. */
export type WordKind = "noun" | "synonym" | "misspelling" | "ignored"

const SEARCH_SORTS = ["recommended", "newest", "cheap", "dear"] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]
const SORT_LABELS: Readonly<Record<SearchSort, string>> = {
  recommended: "추천순",
  newest: "최신순",
  cheap: "낮은가격순",
  dear: "높은가격순",
}

/** The orders of a tab, as its area has them: an expert has no price, and work goes by what an hour pays. */
export const SORTS_BY_TAB: Readonly<Record<SearchTab, readonly SearchSort[]>> = {
  services: ["recommended", "newest"],
  jobs: ["recommended", "newest", "dear"],
  market: SEARCH_SORTS,
  shop: SEARCH_SORTS,
}
export const getSortLabel = (tab: SearchTab, sort: SearchSort): string =>
  tab === "jobs" && sort === "dear" ? "시급 높은순" : SORT_LABELS[sort]

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
export const splitWords = (text: string): string[] =>
  toHalfWidth(normaliseText(text)).match(/[\p{L}\p{N}]+/gu) ?? []

// Full-width letters of one place each. NFKC would do more harm than good: it takes ㄱ for something else.
export const toHalfWidth = (text: string): string =>
  text.replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

const letterCache = new Map<string, string>()
export function toKeyboardLetters(unit: string): string {
  let letters = letterCache.get(unit)
  if (letters === undefined) {
    letters = convertHangulToQwerty(unit).toLowerCase()
    if (letterCache.size < 20_000) letterCache.set(unit, letters)
  }
  return letters
}
const initialCache = new Map<string, string>()
export function toInitial(unit: string): string {
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
  /** Those of the title stand before {@link TITLE_END}. */
  initials: string
  /**
   * Pairs of neighbouring units, beginnings of words, beginnings of initial consonants; each with the mark of
   * the tab, and those of the title also with the mark in capitals.
   */
  tokens: string[]
}

/** Parts the initial consonants of a title from those of other texts. */
export const TITLE_END = " |"

const TAB_PREFIXES: Readonly<Record<SearchTab, string>> = { services: "s", jobs: "j", market: "m", shop: "p" }

/** "I will do it for you", which begins like the word for a drill: half of all descriptions say so. */
const POLITE_ENDING = /드릴(?:[게께]요?|까요|\s?(?:수|테니))(?!\p{L})/gu

/** The keys of a thing with this title, and with more words that are not shown in it. */
export function buildEntryKeys(tab: SearchTab, title: string, more: readonly string[]): EntryKeys {
  const others = more.map((text) => buildTextKeys(text.replace(POLITE_ENDING, " ")))
  const titleKeys = buildTextKeys(title)
  const mark = TAB_PREFIXES[tab]
  return {
    titleWords: titleKeys.words,
    titleJoined: titleKeys.joined,
    allWords: [titleKeys, ...others].map((text) => text.words).join(""),
    allJoined: [titleKeys, ...others].map((text) => text.joined).join(""),
    initials: [titleKeys.initials, TITLE_END, ...others.map((text) => text.initials)].join(""),
    tokens: [
      ...[...new Set([titleKeys, ...others].flatMap((text) => [...text.tokens]))].map(
        (token) => mark + token,
      ),
      ...[...titleKeys.tokens].map((token) => mark.toUpperCase() + token),
    ],
  }
}

/**
 * Where a thing is to be had, for {@link buildRegionMarks}: its places, the 시·도 around them, `all`
 * for everywhere.
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

/** The tokens of a reading in a tab; `isTitleOnly`: of what has them in its title. */
export function listTabTokens(tab: SearchTab, reading: Reading, isTitleOnly = false): string[] {
  const mark = isTitleOnly ? TAB_PREFIXES[tab].toUpperCase() : TAB_PREFIXES[tab]
  return reading.tokens.map((token) => mark + token)
}
export const truncateKey = (key: string): string => key.slice(0, MAX_JOINED_LENGTH)

// ── Whether and how near

export type MatchKeys = Pick<EntryKeys, "allWords" | "allJoined" | "initials">
