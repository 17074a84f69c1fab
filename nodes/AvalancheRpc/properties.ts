import { menuOf } from '../shared/menu';
import { searchMethods } from '../shared/searchMethods';
import { subtitleOf } from '../shared/subtitle';
import { forms } from './forms';

/** The parameters of the node. The build replaces this module by its values (scripts/build/values.ts). */
export const properties = menuOf(forms);
export const subtitle = subtitleOf(properties, 'operation', 'resource');
export const searches = searchMethods(properties);
