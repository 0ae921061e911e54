// The tray that the cup stands on and is knocked on, with the piezo disc glued under its middle.
//
// Print upside down, without supports. Felt feet (10 mm) go into the round seats at the corners: the
// tray must not stand on its rim, or it hears the table.

side = 150;
thick = 2.4;          // thin: a thick plate does not ring
rim = 6;
piezo = 27.6;
foot = 10.6;
wire = 3.2;

$fn = 72;

module plate(size, high, round) {
    hull() for (x = [-1, 1], y = [-1, 1])
        translate([x * (size / 2 - round), y * (size / 2 - round), 0]) cylinder(r = round, h = high);
}

difference() {
    plate(side, thick + rim, 10);
    translate([0, 0, thick]) plate(side - 5, rim + 1, 8);
    // The wires leave through the rim.
    translate([0, side / 2, thick + wire / 2]) cube([wire, 20, wire], center = true);
}
// A low ring that shows where the piezo goes, and seats for the feet.
translate([0, 0, thick]) difference() {
    cylinder(d = piezo + 3, h = 1);
    translate([0, 0, -1]) cylinder(d = piezo, h = 3);
    translate([0, piezo / 2, 0]) cube([wire, 10, 5], center = true);
}
for (x = [-1, 1], y = [-1, 1]) translate([x * (side / 2 - 14), y * (side / 2 - 14), thick])
    difference() {
        cylinder(d = foot + 3, h = rim + 1);
        translate([0, 0, rim - 1.5]) cylinder(d = foot, h = 4);
    }
