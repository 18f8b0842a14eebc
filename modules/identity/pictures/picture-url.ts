/** The address of a person's picture. Each picture has its own address, so browsers may cache it forever. */
export const pictureUrl = (user_id: number, key: string | null): string | null =>
  key && `/avatar/${user_id}/${key.slice(-64, -52)}.webp`
