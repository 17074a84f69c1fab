/**
 * Endpoints of the transcription that the catalogue does not offer yet. An operation that is added
 * leaves this list.
 */
export const notYetOffered: readonly string[] = [];
