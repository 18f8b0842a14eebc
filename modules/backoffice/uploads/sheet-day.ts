/** 'MM/DD/YYYY' from a spreadsheet's day number, if valid. */
export function dayOf(serial: number): string {
  // Day 60 is February 29, 1900, which never existed.
  const days = serial < 60 ? serial + 1 : serial
  const date = new Date(Math.round((days - 25_569) * 86_400_000))
  if (Number.isNaN(date.getTime())) return String(serial)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${two(date.getUTCMonth() + 1)}/${two(date.getUTCDate())}/${date.getUTCFullYear()}`
  return Number.isInteger(serial) ? day : `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
}
