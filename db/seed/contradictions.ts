/**
 * What of the town contradicts itself: pictures and words that come twice where somebody would see both, and
 * words that say something else than the fields beside them.
 */
import { asksForExperience } from "#app/areas/jobs/hire-forms.ts"

/** As many things as one looks at together. */
const SCREEN = 24

/** Pictures that come twice within a screen of `cards`, which are in the order of their list. */
export function findRepeatedPictures(
  cards: readonly { title: string; picture: string | null }[],
  screen = SCREEN,
): string[] {
  return cards.flatMap(({ title, picture }, index) => {
    const before = cards.slice(Math.max(0, index - screen + 1), index)
    return picture !== null && before.some((other) => other.picture === picture)
      ? [`${title}: ${picture}`]
      : []
  })
}

/** Texts that come twice within a group, such as the reviews of a shop. */
export function findRepeatedTexts(rows: readonly { group: string; text: string }[]): string[] {
  const seen = new Set<string>()
  return rows.flatMap(({ group, text }) => {
    const key = `${group} ${text}`
    if (seen.has(key)) return [text]
    seen.add(key)
    return []
  })
}

export type HireFacts = {
  title: string
  description: string
  payType: string
  payDate: string
  weekdays: readonly string[]
  needs: readonly string[]
  beginners: boolean
  meals: boolean
  lodging: boolean
  kind: string
  businessName: string
  businessNumber: string | null
  shifts: readonly { date: string; start: string; end: string; breakMinutes: number; headcount: number }[]
}

const toMinutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
const countHours = ({ start, end, breakMinutes }: HireFacts["shifts"][number]) =>
  (((toMinutes(end) - toMinutes(start) + 1_440) % 1_440 || 1_440) - breakMinutes) / 60

const getWeekday = (date: string) => String(new Date(`${date}T00:00:00Z`).getUTCDay())
/** How many work together, in words. */
const COUNTED_TEAMS: readonly [RegExp, number][] = [
  [/(둘이|두 사람이) 함께/, 2],
  [/세 명이/, 3],
  [/네 명이/, 4],
  [/다섯 명이/, 5],
]

const isWeekend = (date: string) => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())

/** What the title or the text of a job says otherwise than its fields. */
export function findHireContradictions(hire: HireFacts): string[] {
  const { title, shifts } = hire
  const days = /(\d+)일(?:\)| ·)/.exec(title.replace(/주 \d일/, ""))?.[1]
  const week = /주 (\d)일/.exec(title)?.[1]
  const hours = /(\d+)시간\)/.exec(title)?.[1]
  const [first] = shifts
  const starts = first ? toMinutes(first.start) : 0
  const rules: [boolean, string][] = [
    [days !== undefined && Number(days) !== shifts.length, "days"],
    [week !== undefined && Number(week) !== hire.weekdays.length, "days of the week"],
    [
      hours !== undefined && (first === undefined || Math.abs(countHours(first) - Number(hours)) > 0.01),
      "hours",
    ],
    [/하루/.test(title) && shifts.length > 1, "one day"],
    [/야간|새벽 조/.test(title) && starts >= 9 * 60 && starts < 17 * 60, "at night"],
    [/오전 근무|오전 조/.test(title) && starts >= 12 * 60, "in the morning"],
    [/오후 근무|오후 조/.test(title) && starts < 11 * 60, "in the afternoon"],
    [
      /주말(?!농장)/.test(title) && hire.payType !== "month" && !shifts.some(({ date }) => isWeekend(date)),
      "weekend",
    ],
    [
      week !== undefined && first !== undefined && !hire.weekdays.includes(getWeekday(first.date)),
      "begins on a day off",
    ],
  ]
  return [...rules, ...listTermRules(hire)].flatMap(([isBroken, what]) =>
    isBroken ? [`${title}: ${what}`] : [],
  )
}

const SKILLED_KINDS: ReadonlySet<string> = new Set(["filming", "editing", "design", "sound", "tiling"])

/** What a job says of its pay, its people and its place. */
function listTermRules(hire: HireFacts): [boolean, string][] {
  const said = `${hire.title}\n${hire.description}`
  const { shifts } = hire
  return [
    [/끝나면 바로 임금/.test(said) && hire.payDate !== "same_day", "paid at once"],
    [/초보 가능|처음이어도/.test(said) && !hire.beginners, "takes beginners"],
    [hire.beginners && asksForExperience(hire.needs), "asks for experience"],
    [/점심은 (저희|함께)|한 끼를/.test(said) && !hire.meals, "a meal"],
    [/재택/.test(said) && hire.meals, "a meal at one's own desk"],
    [hire.lodging && shifts.length < 3, "a bed for a day or two"],
    [
      hire.payDate === "weekly" && shifts.length < 3 && /day|hour/.test(hire.payType),
      "paid by the week for a day or two",
    ],
    [/나르|운반|동승/.test(said) && hire.needs.some((need) => need.includes("운전")), "a licence to carry"],
    [/처음이어도/.test(said) && SKILLED_KINDS.has(hire.kind), "beginners at skilled work"],
    [said.split("장갑").length > 2, "gloves twice"],
    [/가정집/.test(hire.businessName) && /현장 사무실|안내 데스크/.test(said), "an office at home"],
    [new Set(shifts.map(({ headcount }) => headcount)).size > 1, "as many people on each day"],
    [
      COUNTED_TEAMS.some(([words, size]) => words.test(said) && shifts.some((s) => s.headcount > size)),
      "people in the team",
    ],
    [/명절|새 학기|추석|설날/.test(said), "a season"],
    [/가정집/.test(hire.businessName) && hire.businessNumber !== null, "a household with a number"],
  ]
}

/** Years in the words of a seek post that are not those of its career. */
export const findSeekContradictions = (seek: {
  title: string
  introduction: string
  careerYears: number
}): string[] =>
  [...`${seek.title} ${seek.introduction}`.matchAll(/(\d+)년|처음이/g)].flatMap(([said, years]) =>
    Number(years ?? 0) === seek.careerYears ? [] : [`${seek.title}: ${said}`],
  )

/** Words of an applicant that their résumé belies. */
export const findApplicationContradictions = (row: {
  message: string
  careerYears: number | null
}): string[] =>
  row.careerYears !== null && row.careerYears > 0 && /처음이|경력은 \d+년/.test(row.message)
    ? [row.message]
    : []

/** The two first digits of the postcodes of each 시·도, from–to (우정사업본부 국가기초구역번호). */
const POSTCODES: Readonly<Record<string, readonly [number, number]>> = {
  11: [1, 9],
  26: [46, 49],
  27: [41, 43],
  28: [21, 23],
  29: [61, 62],
  30: [34, 35],
  31: [44, 45],
  36: [30, 30],
  41: [10, 20],
  43: [27, 29],
  44: [31, 33],
  46: [57, 59],
  47: [36, 40],
  48: [50, 53],
  50: [63, 63],
  51: [24, 26],
  52: [54, 56],
}
const SIDO_BY_NAME: Readonly<Record<string, string>> = {
  서울: "11",
  부산: "26",
  대구: "27",
  인천: "28",
  광주: "29",
  대전: "30",
  울산: "31",
  세종: "36",
  경기: "41",
  충북: "43",
  충남: "44",
  전남: "46",
  경북: "47",
  경남: "48",
  제주: "50",
  강원: "51",
  전북: "52",
}

/** An address whose postcode lies in another 시·도. */
export function findWrongPostcodes(rows: readonly { zonecode: string; address: string }[]): string[] {
  return rows.flatMap(({ zonecode, address }) => {
    const range = POSTCODES[SIDO_BY_NAME[address.slice(0, 2)] ?? ""]
    const area = Number(zonecode.slice(0, 2))
    return range && area >= range[0] && area <= range[1] ? [] : [`${zonecode} ${address}`]
  })
}

/** Words of an employer's judgement that the state of the work belies. */
export const findJobReviewContradictions = (row: {
  body: string
  tags: readonly string[]
  rating: number
  isPaid: boolean
}): string[] => [
  ...(!row.isPaid && (row.tags.includes("임금을 제때 줘요") || /임금/.test(row.body)) ? [row.body] : []),
  ...(row.rating < 4 && /또 (가고|지원)|믿고 지원|다음에도/.test(row.body) ? [row.body] : []),
]

/** The office of a mail-order number that another place has than the shop's address. */
export const findWrongOffices = (rows: readonly { number: string; address: string }[]): string[] =>
  rows.flatMap(({ number, address }) => {
    const office = /-([가-힣]+)-/.exec(number)?.[1] ?? ""
    return office !== "" && !office.startsWith(address.slice(0, 2)) ? [`${number} ${address}`] : []
  })
