/** The conditions of an entry that has what is looked for, as the index of the search finds them. */
import { sql, type SQL } from "drizzle-orm"
import {
  truncateKey,
  buildRegionMarks,
  listTabTokens,
  TITLE_END,
  type Reading,
  type SearchTab,
  type TermWord,
} from "../rules.ts"
import type { MarkFilters } from "#app/basics/subject.ts"
import type { TokenFrequencies } from "./token-frequencies.server.ts"

/**
 * What is looked for: one of the `interpretations` of the term, each of whose words must be there. `isBrief`:
 * some of what fits will do, and no more is read for it than {@link MAX_BRIEF_ROWS}.
 */
export type SearchRequest = {
  interpretations: readonly (readonly TermWord[])[]
  region: string | null
  /** What one tab is narrowed to; the others are looked through whole. */
  narrowed: ({ tab: SearchTab } & MarkFilters) | null
  isBrief?: boolean
}

export const toTextArray = (list: readonly string[]) => sql`${sql.param([...list])}::text[]`
export const joinAnd = (parts: readonly SQL[]) => sql`(${sql.join([...parts], sql` and `)})`
export const joinOr = (parts: readonly SQL[]) =>
  parts.length === 0 ? sql`false` : sql`(${sql.join([...parts], sql` or `)})`

export const buildWordCondition = (word: TermWord): SQL => joinOr(word.readings.map(buildReadingCondition))

function buildReadingCondition(reading: Reading): SQL {
  const key = truncateKey(reading.key)
  if (reading.by === "initials") return sql`initials like ${`% ${key}%`}`
  if (reading.by === "start") return sql`all_words like ${`% ${key}%`}`
  return sql`(all_words like ${`%${key}%`} or all_joined like ${`% ${key}%`})`
}

/** Entries written before titles were parted from other texts have no end of a title: all of it counts. */
const titleInitials = sql.raw(`split_part(initials, '${TITLE_END}', 1)`)

/** True of a title that has the word, told by what the orders' indexes hold. */
function buildTitleReadingCondition(reading: Reading): SQL {
  const key = truncateKey(reading.key)
  if (reading.by === "initials") return sql`${titleInitials} like ${`% ${key}%`}`
  return sql`title_words like ${reading.by === "start" ? `% ${key}%` : `%${key}%`}`
}

/** The same, also of a word that is several in the title; told by the row. */
const buildAnyTitleReadingCondition = (reading: Reading): SQL =>
  reading.by !== "letters"
    ? buildTitleReadingCondition(reading)
    : sql`(title_words like ${`%${truncateKey(reading.key)}%`}
        or title_joined like ${`% ${truncateKey(reading.key)}%`})`

/** True of an entry whose title has the word in one of its readings. */
export const buildTitleWordCondition = (word: TermWord): SQL =>
  joinOr(word.readings.map(buildAnyTitleReadingCondition))

/**
 * True of what has all words of one of the ways. The tokens come first, by which the index finds them: every
 * token of a word that is read one way, and for others one of the tokens that stand for the readings, the
 * rarest of each. All of these are conditions of one scan, which walks the lists together, beginning with the
 * shortest. `isTitleOnly`: the tokens are those of titles, for what is looked for in titles anyway.
 */
export function buildMatchCondition(
  tab: SearchTab,
  request: SearchRequest,
  frequencies: TokenFrequencies,
  isTitleOnly = false,
): SQL {
  const interpretations = request.interpretations.map((words) =>
    isSearchable(words)
      ? joinAnd([buildTokenCondition(tab, words, frequencies, isTitleOnly), ...words.map(buildWordCondition)])
      : sql`false`,
  )
  return joinOr(interpretations)
}

export const isSearchable = (words: readonly TermWord[]): boolean =>
  words.length > 0 && words.every((word) => word.readings.length > 0)

/** `isTitleOnly`: the tokens are those of the title. */
export function buildTokenCondition(
  tab: SearchTab,
  words: readonly TermWord[],
  frequencies: TokenFrequencies,
  isTitleOnly = false,
): SQL {
  const tokensOf = (reading: Reading) => listTabTokens(tab, reading, isTitleOnly)
  const needed = new Set<string>()
  const alternatives: SQL[] = []
  for (const { readings } of words) {
    if (readings.length === 1)
      for (const reading of readings) for (const token of tokensOf(reading)) needed.add(token)
    else
      alternatives.push(
        sql`tokens && ${toTextArray([
          ...new Set(readings.map((reading) => findRarestToken(tokensOf(reading), frequencies))),
        ])}`,
      )
  }
  return joinAnd([...(needed.size > 0 ? [sql`tokens @> ${toTextArray([...needed])}`] : []), ...alternatives])
}

const findRarestToken = (tokens: readonly string[], frequencies: TokenFrequencies): string =>
  tokens.reduce((rarest, token) => (frequencies.token(token) < frequencies.token(rarest) ? token : rarest))

export function buildFilterConditions(tab: SearchTab, { region, narrowed }: SearchRequest): SQL[] {
  const isWhole = narrowed?.tab !== tab
  const [marks, minWon, maxWon] = isWhole
    ? [[], null, null]
    : [narrowed.marks, narrowed.minWon, narrowed.maxWon]
  const needed = marks.flatMap((group) => (group.length === 1 ? group : []))
  return [
    ...(region === null ? [] : [sql`marks && ${toTextArray(buildRegionMarks(region))}`]),
    ...(needed.length === 0 ? [] : [sql`marks @> ${toTextArray(needed)}`]),
    ...marks.filter((group) => group.length !== 1).map((group) => sql`marks && ${toTextArray(group)}`),
    ...(minWon === null ? [] : [sql`price_won >= ${minWon}::int`]),
    ...(maxWon === null ? [] : [sql`price_won <= ${maxWon}::int`]),
  ]
}

/** True of an entry that somebody has written each word into as it was typed, as a word of its own. */
export const buildWholeWordsCondition = ({ interpretations: [words = []] }: SearchRequest): SQL =>
  joinAnd(
    words.map(({ readings: [reading] }) =>
      reading === undefined || reading.by === "initials"
        ? sql`false`
        : sql`all_words || ' ' like ${`% ${truncateKey(reading.key)} %`}`,
    ),
  )

/** What {@link buildTitleCondition} looks at: columns of the orders' indexes, and the price where asked. */
export const listTitleColumns = (tab: SearchTab, { narrowed }: SearchRequest): SQL =>
  narrowed?.tab === tab && (narrowed.minWon !== null || narrowed.maxWon !== null)
    ? sql`title_words, initials, marks, price_won`
    : sql`title_words, initials, marks`

/**
 * 2 for a title that begins with the term, 1 for one that has all of its words as they were typed, 0 for
 * others.
 */
export function buildNearness(request: SearchRequest): SQL {
  const typed = (request.interpretations[0] ?? [])
    .map((word) => word.readings[0])
    .filter((reading) => reading !== undefined)
  if (typed.length === 0) return sql`0`
  const key = truncateKey(typed.map((reading) => reading.key).join(""))
  const startsWithTerm = typed.every((reading) => reading.by !== "initials")
    ? sql`when title_joined like ${` ${key}%`} then 2`
    : sql``
  const hasAllWords = typed.map(buildAnyTitleReadingCondition)
  return sql`case ${startsWithTerm} when ${joinAnd(hasAllWords)} then 1 else 0 end`
}

/**
 * The words are in the title, and the thing is where it is looked for: told by what the orders' indexes hold.
 */
export const buildTitleCondition = (tab: SearchTab, request: SearchRequest): SQL =>
  joinAnd([
    joinOr(
      request.interpretations.map((words) =>
        joinAnd(words.map((word) => joinOr(word.readings.map(buildTitleReadingCondition)))),
      ),
    ),
    ...buildFilterConditions(tab, request),
  ])
