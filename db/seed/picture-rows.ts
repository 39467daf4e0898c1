/** Which picture hangs where: one row for each use, all uses of a master share its file. */
import { createSeedId } from "./random.ts"
import { getDemoPicture, type DemoPicture, type Rows, type Town } from "./town.ts"

type Purpose = Rows["pictures"][number]["purpose"]

/** The row of one use of a master: whose, for what, and since when. */
export const toPictureRow = <Kind extends Purpose>(
  master: DemoPicture,
  { id, ownerId, purpose, at }: { id: string; ownerId: string; purpose: Kind; at: Date },
) => ({
  id,
  ownerId,
  purpose,
  storageKey: master.storageKey,
  originalName: `${master.name}.webp`,
  alt: master.alt,
  width: master.width,
  height: master.height,
  bytes: master.bytes,
  placeholder: master.placeholder,
  createdAt: at,
  attachedAt: at,
})

/** Hangs the master `name` up for `ownerId` and returns the id of the picture. `label` names the place. */
export function addPicture(
  town: Town,
  name: string,
  { label, ...use }: { ownerId: string; purpose: Purpose; label: string; at: Date },
): string {
  const id = createSeedId(`picture/${label}`, use.at)
  town.rows.pictures.push(toPictureRow(getDemoPicture(town, name), { id, ...use }))
  return id
}

/**
 * Hangs the masters `names` up beside an order: the customer's of the site, or the expert's of the finished
 * work.
 */
export function addOrderPictures(
  town: Town,
  orderId: string,
  kind: "site" | "after",
  names: readonly string[],
  attachment: { ownerId: string; label: string; at: Date },
): void {
  const purpose = kind === "site" ? "order" : "after"
  names.forEach((name, position) => {
    const pictureId = addPicture(town, name, {
      ownerId: attachment.ownerId,
      purpose,
      label: `${kind}/${attachment.label}/${position}`,
      at: attachment.at,
    })
    town.rows.orderPhotos.push({ orderId, pictureId, kind, position })
  })
}

/** Names of the portraits of a sex and decade of life. */
export function listPortraits(town: Town, isWoman: boolean, age: number): string[] {
  return [...town.demoPictures.values()]
    .filter(
      (demoPicture) =>
        demoPicture.kind === "person" &&
        demoPicture.tags.includes(isWoman ? "woman" : "man") &&
        demoPicture.tags.includes(`${age}s`),
    )
    .map((demoPicture) => demoPicture.name)
}
