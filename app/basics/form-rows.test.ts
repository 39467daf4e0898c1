import { expect, test } from "vitest"
import {
  valuesToForm,
  pickFields,
  replaceFields,
  getRows,
  formToValues,
  withNewRow,
  withoutBlankRows,
  withoutRow,
  withRows,
} from "./form-rows.ts"

const typed = {
  title: "욕실",
  "lines[0].name": "철거",
  "lines[0].tags": ["a", "b"],
  "lines[2].name": "도배",
  "other[0].name": "x",
}

test("a form and what was typed into it are two forms of the same", () => {
  expect(formToValues(valuesToForm(typed))).toEqual(typed)
  const form = new FormData()
  form.append("tags[]", "a")
  form.append("file", new File(["x"], "x.png"))
  expect(formToValues(form)).toEqual({ tags: ["a"] })
})

test("rows close the gaps in their numbering and leave other fields alone", () => {
  expect(getRows(typed, "lines")).toEqual([{ name: "철거", tags: ["a", "b"] }, { name: "도배" }])
  expect(withRows(typed, "lines", getRows(typed, "lines").slice(1))).toEqual({
    title: "욕실",
    "other[0].name": "x",
    "lines[0].name": "도배",
  })
})

test("a row in which nothing was typed is left out, fields filled from the start aside", () => {
  const values = {
    "lines[0].name": " ",
    "lines[0].unit": "식",
    "lines[1].name": "타일",
    "lines[1].unit": "식",
  }
  expect(getRows(withoutBlankRows(values, "lines", ["unit"]), "lines")).toEqual([
    { name: "타일", unit: "식" },
  ])
  expect(getRows(withoutBlankRows(values, "lines"), "lines")).toHaveLength(2)
})

test("the fields of one question are picked and replaced by their first word", () => {
  expect(pickFields(typed, ["lines"])).toEqual({
    "lines[0].name": "철거",
    "lines[0].tags": ["a", "b"],
    "lines[2].name": "도배",
  })
  expect(replaceFields(typed, ["lines", "other"], { "lines[0].name": "새로", title: "남의 것" })).toEqual({
    title: "욕실",
    "lines[0].name": "새로",
  })
})

test("a row is added at the end and taken away by the number it was sent with", () => {
  expect(getRows(withNewRow(typed, "lines", { name: "" }), "lines").map((row) => row.name)).toEqual([
    "철거",
    "도배",
    "",
  ])
  expect(withoutRow(typed, "lines", 0)).toEqual({
    title: "욕실",
    "other[0].name": "x",
    "lines[0].name": "도배",
  })
  expect(getRows(withoutRow(typed, "lines", 7), "lines")).toHaveLength(2)
})
