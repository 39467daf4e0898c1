/** What a craftsman leaves in a room: an air conditioner, a television, a door, a window, paper, a floor. */
import { type Shell, finish, shell, faded } from "./room-shell.ts"
import { type Svg, repeat, line, box, shape, circle, drawAt, shadow } from "./svg.ts"
import { windowPane, curtainRod, curtain } from "./windows.ts"
import {
  wallAircon,
  sofa,
  standAircon,
  coffeeTable,
  desk,
  bookshelf,
  television,
  mediaConsole,
  floorLamp,
  panelDoor,
  armchair,
  stepLadder,
} from "./furniture.ts"
import { plant, rug, picture, bushPlant } from "./decor.ts"
import { woods, mix, lighter, darker } from "./palette.ts"
import { emoji } from "./emoji.ts"
import { type WallPattern, wall, floor, skirting } from "./surfaces.ts"

export interface Cooling extends Shell {
  kind: "wall" | "stand" | "ceiling"
  sofaColour: string
}

export const cooling = (look: Cooling): Svg => {
  const parts: Record<Cooling["kind"], () => Svg> = {
    wall: () =>
      windowPane(52, 100, 150, 190) +
      wallAircon(270, 70) +
      sofa(420, 510, look.sofaColour) +
      plant(700, 512, 1.1) +
      rug(420, 552, 230, "#ffffff"),
    stand: () =>
      windowPane(80, 90, 230, 200) +
      standAircon(650, 512) +
      sofa(300, 510, look.sofaColour, "#ffe0a3") +
      repeat(3, (i) => line(`M570 ${236 + i * 56}q-30-16-60 0t-60 0`, "#8ec5ff", 6, 'opacity=".8"')) +
      coffeeTable(420, 572),
    ceiling: () =>
      box(0, 0, 800, 120, "#f7f9fb") +
      shape("M250 22h300l46 76H204z", "#ffffff", 'filter="url(#lift)"') +
      shape("M330 40h140l22 40H308z", "#d4dde7") +
      line("M262 32h276M222 90h356", "#a9b7c7", 6) +
      repeat(5, (i) => line(`M${236 + i * 82} 124q-16 26 0 52t0 52`, "#8ec5ff", 6, 'opacity=".75"')) +
      windowPane(70, 170, 130, 180, { bars: "sliding" }) +
      desk(300, 500, 260, woods.oak) +
      emoji("desktop-computer", 370, 292, 110) +
      emoji("seat", 430, 400, 150) +
      bookshelf(610, 486, "#f2e7d6", 3) +
      plant(170, 516, 1.05),
  }
  return finish(shell(look) + parts[look.kind](), look)
}

export const wallTelevision = (look: Shell & { accent: string }): Svg =>
  finish(
    shell(look) +
      television(220, 96, 360, 210) +
      mediaConsole(190, 476, 420, look.accent) +
      emoji("radio", 230, 340, 66) +
      emoji("potted-plant", 508, 334, 70) +
      plant(114, 506, 1.1) +
      floorLamp(706, 500, "#ffe0a3") +
      rug(400, 552, 270, mix(look.accent, "#ffffff", 0.6)),
    look,
  )

export const newDoor = (look: Shell & { door: string }): Svg =>
  finish(
    shell(look) +
      panelDoor(300, 452, 200, 376, look.worn ? "#94815e" : look.door, look.worn ? "#b7a883" : "#ffffff") +
      (look.worn
        ? line("M330 120l60 90M350 300l70 60", "#5e5340", 4) + circle(400, 250, 26, "#4b422f")
        : picture(96, 130, 100, 126, "#e5efff", "#ffb4c2") +
          plant(150, 510, 1) +
          mediaConsole(560, 476, 180, "#f3e6d2") +
          emoji("framed-picture", 590, 318, 86) +
          emoji("tulip", 680, 336, 66) +
          rug(400, 540, 170, mix(look.door, "#ffffff", 0.7))),
    look,
  )

export const newWindow = (look: Shell & { curtainColour: string }): Svg =>
  finish(
    shell(look) +
      windowPane(170, 70, 460, 280, {
        sky: look.worn ? "dull" : "day",
        bars: "sliding",
        frame: look.worn ? "#9c8a66" : "#f7f9fb",
      }) +
      (look.worn
        ? ""
        : curtainRod(110, 40, 580) +
          curtain(114, 42, 70, 386, look.curtainColour) +
          curtain(616, 42, 70, 386, look.curtainColour) +
          armchair(300, 530, "#8fb0e8") +
          floorLamp(480, 520) +
          bushPlant(610, 532, 1) +
          rug(380, 556, 220, "#ffffff")),
    look,
  )

/** A room whose paper has just been hung: the ladder and the roller are still there. */
export const papering = (look: Shell & { paper: string; paperPattern: WallPattern }): Svg =>
  finish(
    wall(look.worn ? faded(look.wallColour) : look.wallColour) +
      `<clipPath id="papered"><path d="M0 0h540v440H0z"/></clipPath>` +
      (look.worn
        ? ""
        : `<g clip-path="url(#papered)">${wall(look.paper, look.paperPattern)}</g>` +
          shape("M540 0q26 30 22 120v200q-10 60-34 108l12 12V0z", lighter(look.paper, 0.3)) +
          line("M541 0v428", darker(look.paper, 0.2), 3)) +
      floor(look.worn ? faded(woods.honey) : woods.pale) +
      skirting(look.worn ? "#a9926c" : "#ffffff") +
      (look.worn
        ? ""
        : stepLadder(640, 560, 330) +
          drawAt(
            250,
            540,
            shadow(0, 2, 120, 8) +
              box(-110, -40, 220, 38, look.paper, 19) +
              circle(-92, -21, 19, darker(look.paper, 0.1)) +
              circle(-92, -21, 9, lighter(look.paper, 0.4)),
          ) +
          emoji("straight-ruler", 400, 500, 80) +
          emoji("bucket", 450, 476, 90)),
    look,
  )

/** A floor seen close, being laid plank by plank. */
export const flooring = (look: Shell & { plank: string }): Svg => {
  const colour = look.worn ? "#b0976b" : look.plank
  const rows = repeat(7, (row) =>
    repeat(5, (i) => {
      const missing = !look.worn && row >= 4 && i >= 3
      return missing
        ? ""
        : box(
            -60 + i * 200 - (row % 2) * 90,
            176 + row * 62,
            197,
            59,
            mix(colour, row % 2 ? "#ffffff" : "#7a4c22", ((i * 3 + row * 5) % 4) * 0.05),
            3,
          ) +
            line(
              `M${-40 + i * 200 - (row % 2) * 90} ${200 + row * 62}q60-10 150 4`,
              darker(colour, 0.1),
              2,
              'opacity=".5"',
            )
    }),
  )
  return finish(
    box(0, 0, 800, 180, look.worn ? faded(look.wallColour) : look.wallColour) +
      box(0, 160, 800, 20, look.worn ? "#a9926c" : "#ffffff") +
      box(0, 178, 800, 422, look.worn ? "#8d7a58" : "#cfd3d8") +
      rows +
      (look.worn
        ? ""
        : drawAt(600, 500, box(-110, -26, 220, 52, lighter(look.plank, 0.12), 3, 'filter="url(#lift)"'), {
            rotate: -14,
          }) +
          emoji("hammer", 470, 420, 110) +
          emoji("straight-ruler", 640, 340, 110)),
    look,
  )
}
