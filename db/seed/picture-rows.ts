/** Which picture hangs where: one row for each use, all uses of a master share its file. */
import { createSeedId } from "./random.ts"
import { getDemoPicture, type Rows, type Town } from "./town.ts"

type Purpose = Rows["pictures"][number]["purpose"]

/** Hangs the master `name` up for `ownerId` and returns the id of the picture. `label` names the place. */
export function addPicture(
  town: Town,
  name: string,
  attachment: { ownerId: string; purpose: Purpose; label: string; at: Date },
): string {
  const demoPicture = getDemoPicture(town, name)
  const id = createSeedId(`picture/${attachment.label}`, attachment.at)
  town.rows.pictures.push({
    id,
    ownerId: attachment.ownerId,
    purpose: attachment.purpose,
    storageKey: demoPicture.storageKey,
    originalName: `${demoPicture.name}.webp`,
    alt: demoPicture.alt,
    width: demoPicture.width,
    height: demoPicture.height,
    bytes: demoPicture.bytes,
    placeholder: demoPicture.placeholder,
    createdAt: attachment.at,
    attachedAt: attachment.at,
  })
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
