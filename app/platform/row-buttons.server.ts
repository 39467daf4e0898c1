/** The buttons that add a row to a list of a form, or take one out, where no script does it. */
import type { FormValues } from "../basics/form.ts"
import { changeRows } from "../basics/form-rows.ts"
import type { DefineIntent } from "./intents.server.ts"
import { ok, refuse } from "./outcome.ts"

/**
 * Describes the intents `add:list` and `remove:list:number` of the lists that `newRows` names with what a new
 * row holds. They give the form back with its rows changed, as the form whose intent is the list's name.
 */
export function rowIntents<Context, Shown>(
  intent: DefineIntent<Context, Shown>,
  newRows: Readonly<Record<string, FormValues>>,
) {
  const change = (move: "add" | "remove") =>
    intent({
      run: async (_context, _value, { argument, values }) => {
        const changed = changeRows(move, argument, values, newRows)
        return changed ? ok(changed) : refuse("no_list")
      },
      done: ({ list, values }) => ({ values, intent: list }),
      problems: { no_list: { sentence: "새로고침한 뒤 다시 시도해 주세요.", status: 400 } },
    })
  return { add: change("add"), remove: change("remove") }
}
