/** Updates a person's name in server-rendered parts of the page. */
export function showName(user_id: number, name: string): void {
  for (const place of document.querySelectorAll(`[data-name-of="${user_id}"]`)) {
    document.title = document.title.replace(place.textContent, name)
    place.textContent = name
  }
}
