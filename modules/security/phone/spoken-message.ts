const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const asMarkup = (text: string) => text.replace(/[&<>"']/g, (letter) => escapes[letter]!)

/**
 * The content of a call in Twilio's markup: the text twice, with time to pick up the phone and to write down a code.
 */
export function spokenMessage(text: string, language: string): string {
  const say = `<Say language="${language}">${asMarkup(text)}</Say>`
  return `<Response><Pause length="1"/>${say}<Pause length="2"/>${say}</Response>`
}
