import { texts } from '#platform/texts.ts'

export const portraitTexts = texts({
  picture: ['Picture of {name}', 'Foto de {name}'],
  noPicture: ['No picture', 'Sin foto'],
})

export const avatarTexts = texts({
  choose: ['Choose a picture', 'Elegir una foto'],
  change: ['Change the picture', 'Cambiar la foto'],
  remove: ['Remove', 'Quitar'],
  removeTitle: ['Remove the picture?', '¿Quitar la foto?'],
  removeText: [
    "We'll delete the picture of {name} and show their initials instead.",
    'Eliminaremos la foto de {name} y en su lugar mostraremos sus iniciales.',
  ],
  hint: ['PNG, JPEG or GIF, up to 10 MB and 25 megapixels.', 'PNG, JPEG o GIF, hasta 10 MB y 25 megapíxeles.'],
  tooLarge: [
    'The picture is larger than 10 MB. Choose a smaller one.',
    'La foto supera los 10 MB. Elija una más pequeña.',
  ],
  unreadable: [
    "We can't show this file as a picture. Choose another file.",
    'No podemos mostrar este archivo como foto. Elija otro.',
  ],
  crop: ['Choose which part to show', 'Elija qué parte mostrar'],
  cropHint: [
    'Drag the picture, or move it with the arrow keys.',
    'Arrastre la foto o muévala con las teclas de flecha.',
  ],
  area: [
    'Visible part of the picture. Use the arrow keys to move it.',
    'Parte visible de la foto. Use las teclas de flecha para moverla.',
  ],
  zoom: ['Zoom', 'Acercar o alejar'],
  use: ['Use this picture', 'Usar esta foto'],
  uploading: ['Uploading…', 'Subiendo…'],
})
