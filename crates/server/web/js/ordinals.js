// The places at a table, for the pages that name them.

import { t } from "./lang.js";

export const ORDINALS = [t("First"), t("Second"), t("Third"), t("Fourth"), t("Fifth"), t("Sixth"), t("Seventh"), t("Eighth"), t("Ninth"), t("Tenth"), t("Eleventh"), t("Twelfth")];
