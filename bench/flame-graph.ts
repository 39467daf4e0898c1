/** A CPU profile drawn as a flame graph: an SVG whose boxes are as wide as the time in them. */

export type ProfileNode = {
  id: number
  callFrame: { functionName: string; url: string }
  children?: number[]
}
/** As the inspector writes it: `timeDeltas` in microseconds. */
export type CpuProfile = { nodes: ProfileNode[]; samples: number[]; timeDeltas: number[] }

type Box = { name: string; group: string; us: number; children: Map<string, Box> }

const WIDTH = 1_200
const ROW = 17
const TOP = 28
/** Narrower boxes say nothing. */
const MIN_WIDTH = 2.4
/** Beneath a box of this width no name is readable. */
const MIN_TEXT_WIDTH = 34
const LETTER_WIDTH = 6.2
const COLOURS = ["#3182f6", "#00a86b", "#e8590c", "#7950f2", "#c2255c", "#1098ad", "#5c7a00", "#8d6e63"]

/** Joins the samples of the same calls; time without work is left out. */
function buildTree(profile: CpuProfile, nameGroup: (frame: ProfileNode["callFrame"]) => string): Box {
  const root: Box = { name: "", group: "", us: 0, children: new Map() }
  const usById = new Map<number, number>()
  for (const [index, id] of profile.samples.entries())
    usById.set(id, (usById.get(id) ?? 0) + (profile.timeDeltas[index] ?? 0))
  const byId = new Map(profile.nodes.map((node) => [node.id, node]))
  const add = (node: ProfileNode, parent: Box): number => {
    const group = nameGroup(node.callFrame)
    if (group === "idle") return 0
    const name = node.callFrame.functionName || "(anonymous)"
    const key = `${name} ${group}`
    const box = parent.children.get(key) ?? { name, group, us: 0, children: new Map<string, Box>() }
    parent.children.set(key, box)
    let us = usById.get(node.id) ?? 0
    for (const id of node.children ?? []) {
      const child = byId.get(id)
      if (child) us += add(child, box)
    }
    box.us += us
    return us
  }
  const [first] = profile.nodes
  for (const id of first?.children ?? []) {
    const child = byId.get(id)
    if (child) root.us += add(child, root)
  }
  return root
}

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")

/** Writes the boxes of `parent`, the widest first, and those that they call beneath them. */
function drawBoxes(
  parent: Box,
  place: { x: number; depth: number; perUs: number; total: number },
  colourOf: (group: string) => string,
): { svg: string; depth: number } {
  let { x } = place
  let svg = ""
  let depth = place.depth
  for (const box of [...parent.children.values()].toSorted((a, b) => b.us - a.us)) {
    const width = box.us * place.perUs
    if (width < MIN_WIDTH) break
    const y = TOP + place.depth * ROW
    const share = `${((box.us / place.total) * 100).toFixed(1)}%`
    const label = width < MIN_TEXT_WIDTH ? "" : box.name.slice(0, Math.floor((width - 4) / LETTER_WIDTH))
    svg +=
      `<g><title>${escapeXml(`${box.name} · ${box.group} · ${share}`)}</title>` +
      `<rect x="${x.toFixed(1)}" y="${y}" width="${(width - 0.5).toFixed(1)}" height="${ROW - 1}" ` +
      `fill="${colourOf(box.group)}"/>` +
      (label ? `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escapeXml(label)}</text>` : "") +
      "</g>\n"
    const below = drawBoxes(box, { ...place, x, depth: place.depth + 1 }, colourOf)
    svg += below.svg
    depth = Math.max(depth, place.depth + 1, below.depth)
    x += width
  }
  return { svg, depth }
}

/** The picture: callers above what they call, colours by `nameGroup`, each box named on hovering. */
export function drawFlameGraph(
  profile: CpuProfile,
  { title, nameGroup }: { title: string; nameGroup: (frame: ProfileNode["callFrame"]) => string },
): string {
  const root = buildTree(profile, nameGroup)
  const colours = new Map<string, string>()
  const colourOf = (group: string) => {
    const known = colours.get(group) ?? COLOURS[colours.size % COLOURS.length] ?? "#666"
    colours.set(group, known)
    return known
  }
  const { svg, depth } = drawBoxes(
    root,
    { x: 0, depth: 0, perUs: root.us === 0 ? 0 : WIDTH / root.us, total: root.us },
    colourOf,
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${TOP + depth * ROW + 4}" ` +
    `font-family="monospace" font-size="10" fill="#fff">\n<rect width="100%" height="100%" fill="#fff"/>\n` +
    `<text x="4" y="17" font-size="13" fill="#111">${escapeXml(title)}</text>\n${svg}</svg>\n`
  )
}
