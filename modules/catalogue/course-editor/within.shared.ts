/** The whole number that was typed, at least 0 and at most `max`. */
export const within = (value: string, max: number) => Math.min(max, Math.max(0, Math.round(Number(value)) || 0))
