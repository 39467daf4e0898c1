/**
 * Faces of the demo town: DiceBear personas (drawings by Draftbit, CC BY 4.0, adapted) with hand-picked
 * features.
 */
import { createAvatar } from "@dicebear/core"
import * as personas from "@dicebear/personas"
import { mix } from "./palette.ts"

type Options = NonNullable<Parameters<typeof createAvatar<personas.Options>>[1]>
type Hair = NonNullable<personas.Options["hair"]>[number]
type Eyes = "open" | "happy" | "glasses"

export interface Person {
  name: string
  sex: "man" | "woman"
  /** 20 to 60, the decade of age. */
  decade: 20 | 30 | 40 | 50 | 60
  hair: Hair
  hairColour: string
  eyes: Eyes
  mouth: "smile" | "bigSmile"
  clothes: string
  body: NonNullable<personas.Options["body"]>[number]
  skin: string
  beard?: NonNullable<personas.Options["facialHair"]>[number]
}

const black = "2b2738"
const soft = "3a2f38"
const brown = "54403f"
const chestnut = "6b4c43"
const iron = "6d6a77"
const silver = "a5a3ad"

const fair = "f6d0b8"
const warm = "f2c3a6"
const tanned = "e8b393"

const blue = "2f6bff"
const navy = "3b4f86"
const green = "2f9e6e"
const teal = "26a0b4"
const pink = "f0587a"
const coral = "f08a5d"
const violet = "8a63f0"
const amber = "e0a02f"
const slate = "6c7a92"
const wine = "a8496b"
const sage = "7fa58c"
const sky = "5aa5e8"

type Row = [
  Person["decade"],
  Hair,
  string,
  Eyes,
  Person["mouth"],
  string,
  Person["body"],
  string,
  Person["beard"]?,
]

const men: Row[] = [
  [20, "shortCombover", black, "happy", "bigSmile", blue, "squared", fair],
  [20, "fade", black, "open", "bigSmile", green, "rounded", warm],
  [20, "shortComboverChops", soft, "glasses", "bigSmile", coral, "small", fair],
  [20, "shortCombover", brown, "open", "smile", violet, "checkered", warm],
  [30, "shortComboverChops", black, "happy", "smile", navy, "squared", warm],
  [30, "fade", soft, "glasses", "bigSmile", slate, "squared", fair],
  [30, "shortCombover", brown, "happy", "bigSmile", teal, "checkered", warm],
  [30, "fade", black, "happy", "smile", amber, "squared", fair],
  [30, "shortCombover", soft, "open", "bigSmile", sky, "rounded", fair],
  [30, "cap", black, "open", "bigSmile", slate, "checkered", warm],
  [40, "shortCombover", black, "glasses", "smile", green, "squared", warm],
  [40, "fade", black, "happy", "bigSmile", sky, "squared", tanned, "shadow"],
  [40, "shortComboverChops", soft, "open", "bigSmile", wine, "rounded", warm],
  [40, "shortCombover", black, "open", "bigSmile", blue, "checkered", tanned],
  [40, "fade", soft, "open", "smile", sage, "squared", fair],
  [40, "shortComboverChops", black, "glasses", "bigSmile", navy, "small", warm],
  [50, "shortComboverChops", iron, "open", "bigSmile", amber, "squared", warm],
  [50, "shortCombover", iron, "glasses", "bigSmile", slate, "squared", fair],
  [50, "balding", iron, "happy", "smile", green, "rounded", warm],
  [50, "fade", iron, "happy", "bigSmile", teal, "squared", tanned],
  [50, "shortCombover", soft, "happy", "smile", violet, "squared", tanned],
  [60, "balding", silver, "glasses", "smile", navy, "squared", warm],
  [60, "shortComboverChops", silver, "happy", "bigSmile", sage, "rounded", warm],
  [60, "shortCombover", silver, "open", "bigSmile", wine, "checkered", fair],
  [60, "bald", silver, "happy", "bigSmile", coral, "squared", warm],
  [30, "buzzcut", black, "open", "smile", wine, "small", warm],
  [30, "sideShave", brown, "glasses", "smile", green, "rounded", fair],
  [30, "curly", soft, "happy", "bigSmile", coral, "squared", warm],
  [40, "buzzcut", soft, "glasses", "bigSmile", amber, "checkered", warm],
  [40, "cap", navy, "happy", "smile", coral, "small", tanned],
  [40, "balding", black, "glasses", "smile", violet, "squared", fair],
  [40, "curly", black, "open", "smile", slate, "rounded", warm, "goatee"],
  [40, "buzzcut", black, "happy", "bigSmile", teal, "squared", tanned, "shadow"],
  [50, "buzzcut", iron, "open", "smile", blue, "checkered", tanned],
  [50, "cap", green, "glasses", "bigSmile", wine, "squared", warm],
  [50, "balding", soft, "open", "bigSmile", navy, "small", fair],
  [50, "fade", silver, "glasses", "smile", coral, "rounded", warm, "goatee"],
]

const women: Row[] = [
  [20, "long", black, "open", "bigSmile", pink, "rounded", fair],
  [20, "bobCut", chestnut, "happy", "bigSmile", coral, "small", fair],
  [20, "extraLong", soft, "open", "smile", violet, "rounded", fair],
  [20, "straightBun", chestnut, "happy", "bigSmile", teal, "small", warm],
  [20, "bobCut", black, "glasses", "bigSmile", sky, "rounded", fair],
  [30, "bobCut", soft, "happy", "bigSmile", blue, "rounded", fair],
  [30, "long", brown, "happy", "smile", green, "small", warm],
  [30, "extraLong", brown, "happy", "bigSmile", amber, "rounded", fair],
  [30, "bobBangs", chestnut, "open", "bigSmile", violet, "rounded", fair],
  [30, "extraLong", black, "glasses", "bigSmile", pink, "small", warm],
  [30, "straightBun", soft, "open", "smile", sage, "rounded", warm],
  [40, "bobCut", black, "open", "bigSmile", wine, "rounded", warm],
  [40, "long", black, "glasses", "smile", navy, "small", fair],
  [40, "straightBun", brown, "open", "bigSmile", coral, "rounded", warm],
  [40, "bobBangs", soft, "open", "bigSmile", teal, "small", fair],
  [40, "long", chestnut, "open", "bigSmile", sky, "rounded", fair],
  [40, "bobCut", brown, "happy", "smile", pink, "squared", warm],
  [50, "bobCut", soft, "happy", "bigSmile", violet, "checkered", warm],
  [50, "bobCut", iron, "glasses", "bigSmile", amber, "rounded", fair],
  [50, "straightBun", iron, "happy", "smile", wine, "rounded", warm],
  [50, "bobBangs", iron, "open", "bigSmile", green, "rounded", fair],
  [50, "long", iron, "happy", "bigSmile", navy, "small", warm],
  [60, "bobCut", silver, "happy", "bigSmile", pink, "rounded", warm],
  [60, "bobCut", silver, "glasses", "smile", sage, "rounded", fair],
  [60, "straightBun", silver, "happy", "bigSmile", teal, "small", warm],
  [30, "curlyBun", soft, "happy", "bigSmile", coral, "small", fair],
  [30, "bobCut", chestnut, "glasses", "smile", teal, "squared", warm],
  [40, "straightBun", black, "glasses", "smile", amber, "small", fair],
  [40, "curly", chestnut, "happy", "bigSmile", green, "rounded", warm],
  [40, "bobBangs", brown, "happy", "smile", violet, "checkered", warm],
  [50, "curly", iron, "open", "smile", sky, "small", fair],
  [50, "straightBun", soft, "glasses", "bigSmile", coral, "checkered", warm],
]

const named = (rows: Row[], sex: Person["sex"]): Person[] =>
  rows.map(([decade, hair, hairColour, eyes, mouth, clothes, body, skin, beard], index) => ({
    name: `${sex}-${String(index + 1).padStart(2, "0")}`,
    sex,
    decade,
    hair,
    hairColour,
    eyes,
    mouth,
    clothes,
    body,
    skin,
    ...(beard ? { beard } : {}),
  }))

export const people: Person[] = [...named(men, "man"), ...named(women, "woman")]

/** The portrait as SVG text, 480 units square. */
export const portrait = (person: Person): string => {
  const options: Options = {
    seed: person.name,
    size: 480,
    hair: [person.hair],
    hairColor: [person.hairColour],
    eyes: [person.eyes],
    mouth: [person.mouth],
    nose: [person.decade >= 60 ? "wrinkles" : person.sex === "man" ? "mediumRound" : "smallRound"],
    body: [person.body],
    clothingColor: [person.clothes],
    skinColor: [person.skin],
    facialHair: [person.beard ?? "shadow"],
    facialHairProbability: person.beard ? 100 : 0,
    backgroundColor: [mix(`#${person.clothes}`, "#ffffff", 0.8).slice(1)],
    scale: 108,
    translateY: 3,
  }
  return createAvatar(personas, options).toString()
}
