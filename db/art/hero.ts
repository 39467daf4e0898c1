/**
 * The living room beside the greeting on the home screen, by day and by night, without a ground of its own.
 */
import { emoji } from "./emoji.ts"
import { coffeeTable, floorLamp, sofa } from "./furniture.ts"
import { circle } from "./svg.ts"
import type { Svg } from "./svg.ts"
import { windowPane } from "./windows.ts"
import { floor, skirting } from "./surfaces.ts"
import { plant, picture, rug } from "./decor.ts"

const fade = `<linearGradient id="fade" x1="0" x2="1"><stop offset="0" stop-color="#fff"
stop-opacity="0"/><stop offset=".12" stop-color="#fff" stop-opacity=".1"/><stop offset=".4"
stop-color="#fff"/></linearGradient><mask id="from-left"><rect width="800" height="600"
fill="url(#fade)"/></mask>`

const glow = (strength: number): Svg =>
  `<radialGradient id="glow"><stop offset="0" stop-color="#ffd98a" stop-opacity="${strength}"/><stop
offset=".55" stop-color="#ffd98a" stop-opacity="${strength * 0.3}"/><stop offset="1" stop-color="#ffd98a"
stop-opacity="0"/></radialGradient>` + circle(722, 262, 230, "url(#glow)")

const room = (night: boolean): Svg => {
  const colours = night
    ? {
        floor: "#3d3a4d",
        skirting: "#33406b",
        frame: "#3c4a7a",
        sofa: "#4a70d2",
        accent: "#e08a9d",
        rug: "#4a405e",
        rugEdge: "#5b5272",
        wood: "#b08a62",
        pot: "#aab4cf",
        edge: "#8d9ac4",
      }
    : {
        floor: "#ead0ad",
        skirting: "#ffffff",
        frame: "#ffffff",
        sofa: "#5b8af5",
        accent: "#ffb4c2",
        rug: "#f7e6ea",
        rugEdge: "#ffffff",
        wood: "#e6bd8c",
        pot: "#ffffff",
        edge: "#ffffff",
      }
  return (
    `<defs>${fade}</defs>` +
    `<g mask="url(#from-left)">${floor(colours.floor)}${skirting(colours.skirting)}</g>` +
    windowPane(206, 84, 212, 192, { sky: night ? "night" : "day", frame: colours.frame }) +
    picture(484, 108, 92, 116, night ? "#2b3d72" : "#dfe9ff", colours.accent, colours.edge) +
    picture(594, 130, 74, 94, night ? "#4d4258" : "#ffe9cf", night ? "#6d92e8" : "#7fb2ff", colours.edge) +
    glow(night ? 0.5 : 0.34) +
    rug(486, 542, 276, colours.rug, colours.rugEdge) +
    sofa(528, 500, colours.sofa, colours.accent) +
    floorLamp(722, 494, "#ffd98a", !night) +
    plant(322, 508, 1, colours.pot) +
    coffeeTable(470, 570, colours.wood) +
    emoji("hot-beverage", 446, 494, 44) +
    emoji("books", 494, 506, 34)
  )
}

export const heroDay = (): Svg => room(false)
export const heroNight = (): Svg => room(true)
