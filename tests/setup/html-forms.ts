/**
 * How tests read what a page draws: the forms that send, as a browser without scripts sees them, and the
 * queries of its links.
 */

export type HtmlForm = {
  action: string
  fields: [string, string][]
  /** Something is to be typed or chosen in it. */
  hasInputs: boolean
  /** Names of fields that are sent only when somebody fills them in, with what may be chosen there. */
  optionalFields: [string, string][]
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" }
const decodeEntities = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => ENTITIES[name] ?? "")
const getAttribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s/>])`).exec(tag)
  return found ? decodeEntities(found[1] ?? "") : null
}

/** The forms of a page that send; one for each of their buttons. */
export function parsePostForms(html: string, address: string): HtmlForm[] {
  return [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].flatMap(([form]) => {
    const openingTag = /^<form\b[^>]*>/.exec(form)?.[0] ?? ""
    if (getAttribute(openingTag, "method")?.toLowerCase() !== "post") return []
    const controls = [...form.matchAll(/<(?:input|textarea|select|button)\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => getAttribute(tag, "disabled") === null)
    const fields: [string, string][] = []
    const optionalFields: [string, string][] = []
    const id = getAttribute(openingTag, "id")
    // What stands elsewhere on the page and belongs to it: rows to be picked.
    let hasInputs = id !== null && html.includes(` form="${id}"`)
    for (const tag of controls) {
      const name = getAttribute(tag, "name")
      const type = tag.startsWith("<button") ? "button" : (getAttribute(tag, "type") ?? "text")
      if (type === "button" || name === null) continue
      if (type !== "hidden") hasInputs = true
      const isSent =
        tag.startsWith("<input") &&
        type !== "file" &&
        (!["radio", "checkbox"].includes(type) || getAttribute(tag, "checked") !== null)
      if (isSent) fields.push([name, getAttribute(tag, "value") ?? "on"])
      else optionalFields.push([name, getAttribute(tag, "value") ?? ""])
    }
    const buttons = controls.filter(
      (tag) => tag.startsWith("<button") && getAttribute(tag, "type") !== "button",
    )
    const action = getAttribute(openingTag, "action") ?? address
    return buttons.map((button) => {
      const name = getAttribute(button, "name")
      const sentFields =
        name === null ? fields : [...fields, [name, getAttribute(button, "value") ?? ""] as [string, string]]
      return {
        action: getAttribute(button, "formaction") ?? action,
        fields: sentFields,
        hasInputs,
        optionalFields,
      }
    })
  })
}

/** Names and values of the queries that a page leads to: of its links, and of its forms that ask. */
export function parseQueryParameters(html: string): [string, string][] {
  const linkParameters = [...html.matchAll(/\shref="([^"]*\?[^"]*)"/g)].flatMap(([, href = ""]) => [
    ...new URLSearchParams(decodeEntities(href).split("?")[1]),
  ])
  const formParameters = [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].flatMap(([form]) => {
    if (getAttribute(/^<form\b[^>]*>/.exec(form)?.[0] ?? "", "method")?.toLowerCase() === "post") return []
    return [...form.matchAll(/<(?:input|select|button|option)\b[^>]*>/g)].flatMap(
      ([tag]): [string, string][] => {
        const name = getAttribute(tag, "name")
        return name === null ? [] : [[name, getAttribute(tag, "value") ?? ""]]
      },
    )
  })
  return [...linkParameters, ...formParameters]
}
