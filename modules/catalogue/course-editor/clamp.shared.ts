/** The typed whole number, limited to 0 to `max`. */
export const clamp = (value: string, max: number) => Math.min(max, Math.max(0, Math.round(Number(value)) || 0))
