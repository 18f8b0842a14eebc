/** The address of a person's picture: another picture has another one, so that a browser may keep each for good. */
export const pictureUrl = (user_id: number, key: string | null): string | null =>
  key && `/avatar/${user_id}/${key.slice(-64, -52)}.webp`
