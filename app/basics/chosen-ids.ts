/** What is ticked in a list. Pure. */
import { z } from "zod"
import { idField, withObjectParticle, withTopicParticle } from "./form-fields.ts"

/** Ids that are ticked, each once: at least one, at most `max` (100) of them. */
export const chosenIds = ({ label, max = 100 }: { label: string; max?: number }) =>
  z.preprocess(
    (sentValue) => [...new Set<unknown>([sentValue ?? []].flat())],
    z
      .array(idField({ label }))
      .min(1, { error: `${withObjectParticle(label)} 골라 주세요.` })
      .max(max, { error: `${withTopicParticle(label)} ${max}개까지 고를 수 있어요. 몇 개를 빼 주세요.` }),
  )
