/** Seconds as whole minutes: '0 min', '45 min', '2 h', '1 h 05 min'. The same in both languages. */
export function showMinutes(seconds: number): string {
  const minutes = Math.max(0, Math.floor(seconds / 60))
  const [hours, remainder] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${remainder} min`
  return remainder === 0 ? `${hours} h` : `${hours} h ${String(remainder).padStart(2, '0')} min`
}

/** Seconds for use in a sentence: '45 s', '2 min 05 s', '1 h 05 min'. The same in both languages. */
export function showDuration(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.ceil(seconds))
  const twoDigits = (n: number) => String(n).padStart(2, '0')
  if (wholeSeconds < 60) return `${wholeSeconds} s`
  if (wholeSeconds < 3600) return `${Math.floor(wholeSeconds / 60)} min ${twoDigits(wholeSeconds % 60)} s`
  return `${Math.floor(wholeSeconds / 3600)} h ${twoDigits(Math.floor(wholeSeconds / 60) % 60)} min`
}
