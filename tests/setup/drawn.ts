/**
 * Owns how tests read what a page draws: the forms that send, as a browser without scripts sees them, and the
 * queries of its links.
 */

export type DrawnForm = {
  action: string
  fields: [string, string][]
  /** Something is to be typed or chosen in it. */
  open: boolean
  /** Names of fields that are sent only when somebody fills them in, with what may be chosen there. */
  empty: [string, string][]
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" }
const plain = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => ENTITIES[name] ?? "")
const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s/>])`).exec(tag)
  return found ? plain(found[1] ?? "") : null
}

/** The forms of a page that send; one for each of their buttons. */
export function formsOf(html: string, address: string): DrawnForm[] {
  return [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].flatMap(([form]) => {
    const head = /^<form\b[^>]*>/.exec(form)?.[0] ?? ""
    if (attribute(head, "method")?.toLowerCase() !== "post") return []
    const controls = [...form.matchAll(/<(?:input|textarea|select|button)\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => attribute(tag, "disabled") === null)
    const fields: [string, string][] = []
    const empty: [string, string][] = []
    const id = attribute(head, "id")
    // What stands elsewhere on the page and belongs to it: rows to be picked.
    let open = id !== null && html.includes(` form="${id}"`)
    for (const tag of controls) {
      const name = attribute(tag, "name")
      const type = tag.startsWith("<button") ? "button" : (attribute(tag, "type") ?? "text")
      if (type === "button" || name === null) continue
      if (type !== "hidden") open = true
      const isSent =
        tag.startsWith("<input") &&
        type !== "file" &&
        (!["radio", "checkbox"].includes(type) || attribute(tag, "checked") !== null)
      if (isSent) fields.push([name, attribute(tag, "value") ?? "on"])
      else empty.push([name, attribute(tag, "value") ?? ""])
    }
    const buttons = controls.filter((tag) => tag.startsWith("<button") && attribute(tag, "type") !== "button")
    const action = attribute(head, "action") ?? address
    return buttons.map((button) => {
      const name = attribute(button, "name")
      const sent =
        name === null ? fields : [...fields, [name, attribute(button, "value") ?? ""] as [string, string]]
      return { action: attribute(button, "formaction") ?? action, fields: sent, open, empty }
    })
  })
}

/** Names and values of the queries that a page leads to: of its links, and of its forms that ask. */
export function queriesOf(html: string): [string, string][] {
  const linked = [...html.matchAll(/\shref="([^"]*\?[^"]*)"/g)].flatMap(([, href = ""]) => [
    ...new URLSearchParams(plain(href).split("?")[1]),
  ])
  const asked = [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].flatMap(([form]) => {
    if (attribute(/^<form\b[^>]*>/.exec(form)?.[0] ?? "", "method")?.toLowerCase() === "post") return []
    return [...form.matchAll(/<(?:input|select|button|option)\b[^>]*>/g)].flatMap(
      ([tag]): [string, string][] => {
        const name = attribute(tag, "name")
        return name === null ? [] : [[name, attribute(tag, "value") ?? ""]]
      },
    )
  })
  return [...linked, ...asked]
}
