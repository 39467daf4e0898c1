/**
 * Which words a job post may not use: they sort people by sex, age, looks, marriage or where they come
 * from.
 */

const DISCRIMINATION_GROUNDS = ["sex", "age", "looks", "marriage", "origin"] as const
type DiscriminationGround = (typeof DISCRIMINATION_GROUNDS)[number]
export type ForbiddenPhrase = { /** As it was written. */ phrase: string; ground: DiscriminationGround }

const MESSAGE_BY_GROUND: Record<DiscriminationGround, string> = {
  sex: "성별로 지원자를 가리는 표현은 남녀고용평등법에 어긋나요.",
  age: "나이로 지원자를 가리는 표현은 고령자고용법에 어긋나요.",
  looks: "용모·키·체중 조건은 채용절차법에 어긋나요.",
  marriage: "혼인 여부 조건은 채용절차법에 어긋나요.",
  origin: "출신 지역 조건은 채용절차법에 어긋나요.",
}

const SEX = "(?:여성|남성|여자|남자|여직원|남직원|여학생|남학생|아가씨|아줌마|아저씨|주부|이모님?|삼촌)"
const PERSON = "(?:\\s?(?:분|직원|사원|알바생?|근로자|스태프|캐셔|도우미|보조|서빙|지원자))?"
const RECRUITING_WORD =
  "(?:우대|우선|선호|환영|한정|모집|구함|구해요|구합니다|찾아요|찾습니다|채용|뽑아요|뽑습니다)"
// Behind "only" comes the end of what is asked for; "분만실", "여성만의" and a count of machines do not ask for
// people.
const ONLY = "만(?=\\s*(?:$|[\\n,.!?)\\]/·~]|요|가능|모집|지원|구해|구함|구합|채용|환영|받|뽑|가요|와))"
const IRRELEVANT =
  "(?!\\s*(?:은|는|을|를|이|가)?\\s*(?:여부\\s*)?(?:무관|상관|안\\s*봐|보지|따지지|제한\\s*없|없))"
const PROVINCE =
  "(?:경상도|전라도|충청도|강원도|제주도|경기도|호남|영남|서울|부산|대구|광주|인천|대전|경북|경남|전북|전남|충북|충남)"

const PATTERNS: readonly { ground: DiscriminationGround; pattern: RegExp }[] = [
  {
    ground: "sex",
    pattern: new RegExp(
      `${SEX}${PERSON}(?:을|를|으로|이면|이라면|면)?\\s*(?:더\\s*)?${RECRUITING_WORD}`,
      "g",
    ),
  },
  { ground: "sex", pattern: new RegExp(`${SEX}${PERSON}${ONLY}`, "g") },
  {
    ground: "sex",
    pattern: new RegExp(`(?:성별\\s*[:：]?\\s*)(?:여성|남성|여자|남자|여|남)(?![가-힣])`, "g"),
  },
  {
    ground: "age",
    pattern: new RegExp(
      `(?:[1-6]0\\s*[~\\-∼]\\s*)?[1-6]0\\s*대\\s*(?:초반|중반|후반)?\\s*(?:${RECRUITING_WORD}|${ONLY}` +
        "|여성|남성|여자|남자|까지|이하만)",
      "g",
    ),
  },
  { ground: "age", pattern: new RegExp(`2030\\s*(?:세대\\s*)?${RECRUITING_WORD}`, "g") },
  { ground: "age", pattern: /(?:만\s*)?\d{2}\s*(?:세|살)\s*(?:이하|미만|까지|이전)/g },
  { ground: "age", pattern: /(?:만\s*)?(?:[2-9]\d)\s*(?:세|살)\s*이상/g },
  { ground: "age", pattern: /\d{2}\s*[~\-∼]\s*\d{2}\s*(?:세|살)/g },
  { ground: "age", pattern: new RegExp(`(?:나이|연령)\\s*제한(?!\\s*(?:은|이|도)?\\s*(?:없|무관|안))`, "g") },
  {
    ground: "age",
    pattern: new RegExp(
      `(?:젊은|젊으신|어린)\\s*(?:분|사람|직원|친구|남|여)(?:들|만|을|를)?\\s*(?:${RECRUITING_WORD}|만)?`,
      "g",
    ),
  },
  { ground: "looks", pattern: new RegExp(`(?:용모|외모|인물)\\s*(?:단정|준수|수려|중시|우수|출중)`, "g") },
  {
    ground: "looks",
    pattern: new RegExp(`용모(?!\\s*단정|\\s*준수|\\s*수려|\\s*중시|\\s*우수|\\s*출중)${IRRELEVANT}`, "g"),
  },
  { ground: "looks", pattern: /(?:키|신장)\s*(?:는\s*)?1\d{2}\s*(?:cm|센티|㎝)?\s*(?:이상|이하|넘)/gi },
  { ground: "looks", pattern: /(?:체중|몸무게)\s*\d{2,3}\s*(?:kg|킬로|㎏)?\s*(?:이상|이하|미만)/gi },
  {
    ground: "looks",
    pattern: /(?:예쁜|예쁘신|이쁜|잘생긴|잘생기신|날씬한|날씬하신|몸매\s*좋은)\s*(?:분|사람|얼굴|여|남)/g,
  },
  {
    ground: "marriage",
    pattern: new RegExp(
      `(?:미혼|기혼)(?!모|부)(?:자|자분|인\\s*분|이신\\s*분)?${PERSON}(?:을|를|으로)?\\s*(?:${RECRUITING_WORD}|${ONLY})`,
      "g",
    ),
  },
  { ground: "marriage", pattern: new RegExp(`(?:결혼|혼인)\\s*(?:여부|유무)${IRRELEVANT}`, "g") },
  {
    ground: "origin",
    pattern: new RegExp(
      `${PROVINCE}\\s*(?:지역\\s*)?(?:출신|사람)(?:자)?(?:을|를|으로)?\\s*(?:${RECRUITING_WORD}|${ONLY}|$)`,
      "gm",
    ),
  },
  { ground: "origin", pattern: new RegExp(`(?:출신\\s*지역|출신지(?!역)|본적|고향)${IRRELEVANT}`, "g") },
]

/** The words in `text` that may not stand in a job post, in the order of the text, each stretch once. */
export function findForbiddenPhrases(text: string): ForbiddenPhrase[] {
  const matches: (ForbiddenPhrase & { start: number; end: number })[] = []
  for (const { ground, pattern } of PATTERNS) {
    for (const match of text.normalize("NFC").matchAll(pattern)) {
      const phrase = match[0].trim()
      const end = match.index + match[0].length
      if (phrase !== "" && !matches.some((other) => match.index < other.end && end > other.start))
        matches.push({ phrase, ground, start: match.index, end })
    }
  }
  return matches.sort((a, b) => a.start - b.start).map(({ phrase, ground }) => ({ phrase, ground }))
}

/** What is said of the forbidden words of `text`: which, why, what to do; null where there are none. */
export function getForbiddenPhrasesMessage(text: string): string | null {
  const matches = findForbiddenPhrases(text)
  if (matches.length === 0) return null
  const quotedPhrases = [...new Set(matches.map(({ phrase }) => `'${phrase}'`))].slice(0, 3).join(", ")
  return (
    `${quotedPhrases} 표현은 쓸 수 없어요. ` +
    `${[...new Set(matches.map(({ ground }) => MESSAGE_BY_GROUND[ground]))].slice(0, 2).join(" ")} ` +
    "빼고 다시 써 주세요."
  )
}
