const TIME = /^(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/
const mostCues = 20_000

function milliseconds(time: string): number | null {
  const [, hours = '0', minutes, seconds, rest] = TIME.exec(time) ?? []
  if (minutes === undefined) return null
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest)
}

function isCue(line: string): boolean {
  const [from = '', to = ''] = line.split(/[ \t]+-->[ \t]+/)
  const [start, end] = [milliseconds(from.trim()), milliseconds(to.trim().split(/[ \t]/)[0] ?? '')]
  return start !== null && end !== null && start < end
}

/** Whether a WebVTT file has captions that a player can show: at least one, each from a time to a later one. */
export function isCaptions(text: string): boolean {
  if (!/^\uFEFF?WEBVTT(?:[ \t][^\r\n]*)?(?:\r?\n|$)/.test(text)) return false
  const cues = text.split(/\r\n|\r|\n/).filter((line) => line.includes('-->'))
  return cues.length > 0 && cues.length <= mostCues && cues.every(isCue)
}
