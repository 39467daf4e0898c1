import fc from "fast-check"
import { expect, test } from "vitest"
import { getNextStep, getPreviousStep, getWizardProgress, isStepReachable, SUMMARY_STEP } from "./wizard.ts"

const STEPS = ["kind", "place", "pay"]
const progressOf = (...done: string[]) => getWizardProgress(STEPS, (step) => done.includes(step))
const reachableOf = (...done: string[]) =>
  [...STEPS, SUMMARY_STEP].filter((step) => isStepReachable(progressOf(...done), step))

test("the summary comes last, and is open once every step is done", () => {
  expect(progressOf()).toEqual({ steps: ["kind", "place", "pay", "summary"], firstOpenStep: "kind" })
  expect(progressOf("kind").firstOpenStep).toBe("place")
  expect(progressOf("kind", "place", "pay").firstOpenStep).toBe(SUMMARY_STEP)
  expect(getWizardProgress([], () => false)).toEqual({ steps: [SUMMARY_STEP], firstOpenStep: SUMMARY_STEP })
})

test("what comes before the first open step may be shown, and that one, and nothing after it", () => {
  expect(reachableOf()).toEqual(["kind"])
  expect(reachableOf("kind")).toEqual(["kind", "place"])
  expect(reachableOf("kind", "place", "pay")).toEqual(["kind", "place", "pay", SUMMARY_STEP])
  // A step that was done before one in front of it was taken back waits for that one.
  expect(reachableOf("kind", "pay")).toEqual(["kind", "place"])
})

test("a step that there is not is never shown", () => {
  const odd = ["", "Kind", " kind", "toString", "__proto__", "0", "summary ", "pay\0"]
  for (const step of odd) {
    expect(isStepReachable(progressOf("kind", "place", "pay"), step), step).toBe(false)
    expect(getPreviousStep(progressOf(), step), step).toBeNull()
  }
})

test("one goes back step by step, and from the first one nowhere", () => {
  const progress = progressOf()
  expect(progress.steps.map((step) => getPreviousStep(progress, step))).toEqual([
    null,
    "kind",
    "place",
    "pay",
  ])
})

test("an answer leads to the next step, and one that was changed to what is open", () => {
  const progress = progressOf("kind", "place", "pay")
  expect(progress.steps.map((step) => getNextStep(progress, step, false))).toEqual([
    "place",
    "pay",
    SUMMARY_STEP,
    SUMMARY_STEP,
  ])
  expect(getNextStep(progress, "kind", true)).toBe(SUMMARY_STEP)
  expect(getNextStep(progressOf("place", "pay"), "place", true)).toBe("kind")
})

test("whatever was done in whatever order, what may be shown has everything before it done", () => {
  const stepNames = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/).filter((name) => name !== SUMMARY_STEP))
  fc.assert(
    fc.property(stepNames, fc.func(fc.boolean()), (steps, isDone) => {
      const progress = getWizardProgress(steps, isDone)
      for (const [index, step] of progress.steps.entries())
        expect(isStepReachable(progress, step)).toBe(steps.slice(0, index).every((before) => isDone(before)))
    }),
  )
})
