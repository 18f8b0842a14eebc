/** Template ids as the product spells them, '1, 2,,2': blanks are left out and none is there twice. */
export const templateIds = (given: string | readonly number[]): number[] => {
  const parts = typeof given === 'string' ? given.split(',') : given.map(String)
  const ids = parts.map((part) => part.trim()).filter((part) => /^\d{1,9}$/.test(part))
  return [...new Set(ids.map(Number))].filter((id) => id > 0)
}
