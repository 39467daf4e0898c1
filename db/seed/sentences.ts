/** How the town's texts are put together: templates with choices, facts and the particles that fit. */
import { withJosa, type JosaPair } from "#app/basics/korean.ts"
import type { SeededRandom } from "./random.ts"

export type TemplateValues = Readonly<Record<string, string | number>>

/**
 * `"{pyeong}평 {아파트|빌라} {part:이/가} 낡았어요"`: a choice where there is a bar, else a fact of `words`; after a
 * colon the pair of particles of which one is added.
 */
export function fillTemplate(template: string, words: TemplateValues, random: SeededRandom): string {
  return template.replace(/\{([^{}:]+)(?::([^{}]+))?\}/g, (_, inside: string, pair: JosaPair | undefined) => {
    const word = inside.includes("|") ? random.pick(inside.split("|")) : words[inside]
    if (word === undefined) throw new Error(`The demo town has no word for {${inside}} in: ${template}`)
    return pair ? withJosa(String(word), pair) : String(word)
  })
}
