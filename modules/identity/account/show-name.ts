/** Writes a person's new name wherever the page, which the server has drawn, shows the old one. */
export function showName(user_id: number, name: string): void {
  for (const place of document.querySelectorAll(`[data-name-of="${user_id}"]`)) {
    document.title = document.title.replace(place.textContent, name)
    place.textContent = name
  }
}
