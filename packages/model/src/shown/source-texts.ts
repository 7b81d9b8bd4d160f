/** In a file of the application's texts: the member with the texts that only the source language has. */
export const SOURCE_TEXTS = '$source';
